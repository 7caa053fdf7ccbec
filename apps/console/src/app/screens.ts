// The screen table: all screens of the console, collected from the domains.
import { accessKeyScreens } from '../domains/access-key/screens.ts'
import { accessScreens } from '../domains/access/screens.ts'
import { approvalScreens } from '../domains/approval/screens.ts'
import { billingScreens } from '../domains/billing/screens.ts'
import { campaignScreens } from '../domains/campaign/screens.ts'
import { configScreens } from '../domains/config/screens.ts'
import { customerScreens } from '../domains/customer/screens.ts'
import { dashboardScreens } from '../domains/dashboard/screens.ts'
import { developerScreens } from '../domains/developer/screens.ts'
import { dongleLicenseScreens } from '../domains/dongle-license/screens.ts'
import { dongleScreens } from '../domains/dongle/screens.ts'
import { emailTemplateScreens } from '../domains/email-template/screens.ts'
import { feedbackScreens } from '../domains/feedback/screens.ts'
import { identityScreens } from '../domains/identity/screens.ts'
import { integrationScreens } from '../domains/integration/screens.ts'
import { integratorScreens } from '../domains/integrator/screens.ts'
import { licenseScreens } from '../domains/license/screens.ts'
import { messageScreens } from '../domains/message/screens.ts'
import { offlineScreens } from '../domains/offline/screens.ts'
import { operationLogScreens } from '../domains/operation-log/screens.ts'
import { ownAccountScreens } from '../domains/own-account/screens.ts'
import { productScreens } from '../domains/product/screens.ts'
import { runtimeScreens } from '../domains/runtime/screens.ts'
import { senderScreens } from '../domains/sender/screens.ts'
import { statisticsScreens } from '../domains/statistics/screens.ts'
import { taskScreens } from '../domains/task/screens.ts'
import { templateScreens } from '../domains/template/screens.ts'
import { webhookScreens } from '../domains/webhook/screens.ts'
import type { ScreenPath, ScreenRow } from '../lib/place/screen.ts'

export const SCREENS: readonly ScreenRow[] = [
  ...identityScreens,
  ...dashboardScreens,
  ...statisticsScreens,
  ...productScreens,
  ...templateScreens,
  ...licenseScreens,
  ...dongleLicenseScreens,
  ...dongleScreens,
  ...runtimeScreens,
  ...approvalScreens,
  ...customerScreens,
  ...integratorScreens,
  ...campaignScreens,
  ...senderScreens,
  ...emailTemplateScreens,
  ...offlineScreens,
  ...taskScreens,
  ...messageScreens,
  ...billingScreens,
  ...accessScreens,
  ...developerScreens,
  ...integrationScreens,
  ...accessKeyScreens,
  ...webhookScreens,
  ...configScreens,
  ...operationLogScreens,
  ...ownAccountScreens,
  ...feedbackScreens,
]

/** Addresses without a screen of their own, and the screens that they lead to. */
export const REDIRECTS: Readonly<Record<string, ScreenPath>> = {
  '/message': '/message/allMessage',
  '/notice': '/notice/allNotice',
  '/tool': '/tool/searchLicense',
}
