// The pages of the platform desk in the guide, with an operator who sees all of them. The desk has no demo account, so
// the operator is made here.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { developerDesk, emailTemplateDesk } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { People } from './people.ts'
import { TYPED } from './shoot-words.ts'

export interface DeskPictures {
  page: Page
  pictures: Record<string, { address: string; height?: number }>
}

export async function openPlatformDesk(
  browser: Browser,
  look: BrowserContextOptions,
  people: People,
  demoAccount: string,
  locale: Locale,
): Promise<DeskPictures> {
  const operator = await people.operator(['owner'], locale)
  await people.sql("update operator set email = 'operator@platform.example', name = $2 where guid = $1", [
    operator.guid,
    TYPED[locale].operator,
  ])
  const [developer] = (await operator.call(developerDesk.find, { currentPage: 1, pageSize: 1, keyword: demoAccount }))
    .rows
  const [template] = (await operator.call(emailTemplateDesk.find, { currentPage: 1, pageSize: 1 })).rows
  const context = await browser.newContext({ ...look, storageState: operator.state })
  return {
    page: await context.newPage(),
    pictures: {
      'desk/home': { address: '/platform' },
      'desk/log': { address: '/platform/log', height: 700 },
      'desk/health': { address: '/platform/health', height: 1100 },
      'desk/developers': { address: '/platform/developers', height: 700 },
      'desk/developer': { address: `/platform/developers/view?id=${developer?.id ?? ''}`, height: 1100 },
      'desk/applications': { address: '/platform/applications', height: 620 },
      'desk/review': { address: `/platform/reviews/view?guid=${template?.guid ?? ''}`, height: 1100 },
      'desk/prices': { address: '/platform/prices', height: 1100 },
      'desk/corrections': { address: '/platform/corrections', height: 620 },
      'desk/notices': { address: '/platform/notices', height: 620 },
      'desk/feedback': { address: '/platform/feedback', height: 700 },
      'desk/dongles': { address: '/platform/dongles', height: 700 },
      'desk/settings': { address: '/platform/settings', height: 1000 },
    },
  }
}
