// The promotion links of a campaign. A link keeps its address and its numbers when it is renamed; a link that is left
// out stops working for good.
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import * as queries from './campaign.queries.ts'
import { newToken } from './campaign.rules.ts'
import type { Link } from './campaign.tables.ts'

export interface GivenLink {
  guid?: string | undefined
  name: string
}

export const activeOf = (links: readonly Link[]) => links.filter(({ removedAt }) => removedAt === null)
export const linkNames = (links: readonly Pick<Link, 'name'>[]) => links.map(({ name }) => name).join(', ') || null

/** Makes the active links of a campaign these, in this order. */
export async function saveLinks(
  scope: Scope,
  campaignGuid: string,
  before: readonly Link[],
  given: readonly GivenLink[],
): Promise<void> {
  const {
    developerId,
    ids,
    asking: { now },
  } = scope
  const known = new Map(activeOf(before).map((link) => [link.guid, link]))
  const isTwice = (guid: string, index: number) => given.findIndex((other) => other.guid === guid) < index
  const unknown = given.findIndex(({ guid }, index) => guid !== undefined && (!known.has(guid) || isTwice(guid, index)))
  if (unknown >= 0) throw new Refusal('activity.linkNotFound', { field: `links.${unknown}.name` })
  const kept = new Set(given.map(({ guid }) => guid))
  await queries.removeLinks(
    scope,
    [...known.keys()].filter((guid) => !kept.has(guid)),
    now,
  )
  const changed = given.flatMap(({ guid, name }, position) => {
    const link = guid === undefined ? undefined : known.get(guid)
    return link && (link.name !== name || link.position !== position) ? [{ link, name, position }] : []
  })
  // First other names: two links may swap theirs, and names are unique at every moment.
  for (const { link, name } of changed)
    if (link.name !== name) await queries.updateLink(scope, link.guid, { name: link.guid.slice(-20) })
  for (const { link, name, position } of changed) await queries.updateLink(scope, link.guid, { name, position })
  await queries.insertLinks(
    scope,
    given.flatMap(({ guid, name }, position) =>
      guid === undefined
        ? [
            {
              developerId,
              guid: ids.guid(),
              campaignGuid,
              token: newToken(),
              name,
              position,
              createdAt: now,
              removedAt: null,
            },
          ]
        : [],
    ),
  )
}
