// The document and the picture of a campaign's public page, for browsers and for link previews. Neither counts a view:
// crawlers read them too.
import { CAMPAIGN_PAGE, campaignPath } from '@sealwright/contract'
import type { Database } from '../../../kernel/db/database.ts'
import type { PreviewedPage } from '../../../kernel/http/previewed-page.ts'
import { findDeveloper } from '../../developer/index.ts'
import { listDisplayNames } from '../../product/index.ts'
import { isToken, linkUrl } from '../campaign.rules.ts'
import * as queries from './visit.queries.ts'

export interface PageDeps {
  database: Database
  baseUrl: () => string
}

export function createPage({
  database,
  baseUrl,
}: PageDeps): Pick<PreviewedPage, 'path' | 'file' | 'find' | 'findPicture'> {
  /** A link of a campaign that was published and not deleted. */
  async function inCampaign<T>(
    token: string,
    work: (within: Parameters<typeof queries.findLinked>[0], linked: Linked) => Promise<T>,
  ): Promise<T | undefined> {
    // PostgreSQL refuses some texts that an address can have.
    const found = isToken(token) && (await database.outsideTenants((db) => queries.findByToken(db, token)))
    if (!found) return undefined
    const { developerId, linkGuid } = found
    return database.inTenant(developerId, 'read', async (db) => {
      const linked = await queries.findLinked({ db, developerId }, linkGuid)
      const isShown =
        linked &&
        linked.link.removedAt === null &&
        linked.campaign.deletedAt === null &&
        linked.campaign.stage !== 'draft'
      return isShown ? work({ db, developerId }, linked) : undefined
    })
  }
  type Linked = NonNullable<Awaited<ReturnType<typeof queries.findLinked>>>

  return {
    path: CAMPAIGN_PAGE,
    file: 'campaign.html',
    find: (token) =>
      inCampaign(token, async (within, { campaign }) => {
        const developer = (await findDeveloper(within))?.developer
        const siteName = developer?.displayName ?? developer?.name ?? ''
        const names = await listDisplayNames(within, campaign.licenseIds)
        const product = campaign.licenseIds.map((id) => names.get(id) ?? '').join(', ')
        return {
          title: `${campaign.name} · ${siteName}`,
          heading: campaign.name,
          text: campaign.introduction ?? '',
          description: campaign.introduction || `${siteName} · ${product}`,
          siteName,
          url: linkUrl(baseUrl(), token),
          image: campaign.pictureType ? `${baseUrl()}${campaignPath(token)}/picture?v=${campaign.revision}` : null,
        }
      }),
    findPicture: (token) =>
      inCampaign(token, async (within, { campaign }) => {
        const found = await queries.findPicture(within, campaign.guid)
        return found && { content: found.picture, type: found.type }
      }),
  }
}
