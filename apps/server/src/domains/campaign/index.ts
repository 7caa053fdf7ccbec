// Campaigns: the public interface. `visit/` answers the public page, `mail/` sends promotion mails, `report/` has
// participants and numbers, `blacklist/` who cannot take part.
import { activityCalls, blacklistCalls, campaignReportCalls, campaignVisitCalls } from '@sealwright/contract'
import { answers, answersAlone, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { LicenseDomain } from '../license/index.ts'
import type { AnyTaskKind } from '../task/index.ts'
import * as blacklist from './blacklist/blacklist.service.ts'
import type { ImportDeps } from './blacklist/blacklist.service.ts'
import { createActing } from './campaign-acts.service.ts'
import { createManaging } from './campaign.service.ts'
import { createPromotion } from './mail/promotion.service.ts'
import type { Promotion, PromotionDeps } from './mail/promotion.service.ts'
import { createWithdrawing, exportUsers, findUsers } from './report/participant.service.ts'
import { chart, exportChart } from './report/report.service.ts'
import { createPage } from './visit/page.service.ts'
import { createVisiting } from './visit/visit.service.ts'
import type { VisitingDeps } from './visit/visit.service.ts'

export { campaignsOfLicenses } from './report/of-license.queries.ts'
export { isRefusedMail } from './mail/mail.queries.ts'

export interface CampaignDeps extends VisitingDeps, PromotionDeps, ImportDeps {
  /** Deletes licenses. */
  withdraw: LicenseDomain['withdraw']
}

export interface CampaignDomain {
  bindings: Binding[]
  taskKinds: AnyTaskKind[]
  /** The document of the public page. */
  page: ReturnType<typeof createPage>
  oneClick: Promotion['oneClick']
}

export function createCampaign(deps: CampaignDeps): CampaignDomain {
  const managing = createManaging(deps)
  const acting = createActing({ managing })
  const visiting = createVisiting(deps)
  const promotion = createPromotion(deps)
  return {
    taskKinds: promotion.taskKinds,
    page: createPage(deps),
    oneClick: promotion.oneClick,
    bindings: [
      answers(activityCalls.find, managing.find),
      answers(activityCalls.get, managing.get),
      answers(activityCalls.create, managing.create),
      answers(activityCalls.update, managing.update),
      answers(activityCalls.updateOngoing, managing.updateOngoing),
      answers(activityCalls.quote, managing.quote),
      answers(activityCalls.publish, acting.publish),
      answers(activityCalls.pause, acting.pause),
      answers(activityCalls.start, acting.start),
      answers(activityCalls.terminate, acting.terminate),
      answers(activityCalls.delete, managing.remove),
      answers(activityCalls.promote, promotion.promote),
      answers(campaignReportCalls.findUsers, findUsers),
      answersFile(campaignReportCalls.exportUsers, exportUsers),
      answers(campaignReportCalls.withdraw, createWithdrawing(deps)),
      answers(campaignReportCalls.chart, chart),
      answersFile(campaignReportCalls.exportChart, exportChart),
      answers(blacklistCalls.findBlacklist, blacklist.findBlacklist),
      answers(blacklistCalls.addBlacklist, blacklist.addBlacklist),
      answers(blacklistCalls.updateBlacklist, blacklist.updateBlacklist),
      answers(blacklistCalls.deleteBlacklist, blacklist.deleteBlacklist),
      answersFile(blacklistCalls.blacklistTemplate, blacklist.blacklistTemplate),
      answersAlone(blacklistCalls.importBlacklist, blacklist.createBlacklistImport(deps)),
      answers(blacklistCalls.findAttempts, blacklist.findAttempts),
      answersAlone(campaignVisitCalls.visit, visiting.visit),
      answersAlone(campaignVisitCalls.sendCode, visiting.sendCode),
      answersAlone(campaignVisitCalls.register, visiting.register),
      answersAlone(campaignVisitCalls.join, visiting.join),
      answersAlone(campaignVisitCalls.subscription, promotion.subscription),
      answersAlone(campaignVisitCalls.unsubscribe, promotion.unsubscribe),
    ],
  }
}
