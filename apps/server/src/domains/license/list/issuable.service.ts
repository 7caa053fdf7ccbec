// Templates as the form that issues licenses shows them, for licenses of every family.
import { LIMITS, isExpiredAt, issueChanges } from '@sealwright/contract'
import type { ModifyPrivilege, TemplateContent, TemplateFamily } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findGrantables, listDisplayNames, listProductNames } from '../../product/index.ts'
import { findContent, grantAnswer, listTemplates, termsAnswer } from '../../template/index.ts'
import type { Issuable, StoredTerms } from '../../template/index.ts'

/** All terms except the content of data areas and the names of products. */
export function termsOf(terms: StoredTerms, now: Date) {
  const {
    name: _name,
    licenseId: _id,
    hasStartTime: _start,
    hasEndTime: _end,
    hasSpanTime: _span,
    hasRom: _rom,
    hasRaw: _raw,
    hasPub: _pub,
    romSize: _romSize,
    rawSize: _rawSize,
    pubSize: _pubSize,
    isExpired: _expired,
    ...rest
  } = termsAnswer(terms, now)
  return rest
}

/** The grants of each product, with the names of its modules at that time. */
export async function grantsOf(scope: Scope, content: TemplateContent, terms: StoredTerms) {
  const ids = terms.grants.map(({ licenseId }) => licenseId)
  const [products, names, shown] = [
    await findGrantables(scope, ids),
    await listProductNames(scope, ids),
    await listDisplayNames(scope, ids),
  ]
  const [own, ...others] = [content, ...content.otherProducts].map((grant, index) => {
    const known = {
      productName: names.get(grant.licenseId) ?? '',
      moduleNames: terms.grants[index]?.moduleNames ?? {},
    }
    const answer = grantAnswer(grant, known, products.get(grant.licenseId), (n) =>
      scope.say('product.defaultModuleName', { n }),
    )
    return { ...answer, displayName: shown.get(grant.licenseId) ?? known.productName }
  })
  if (!own) throw new Error('a license without a product')
  return { ...own, otherProducts: others }
}

/** Templates to issue from or to filter by. */
export async function listIssuable(
  scope: Scope,
  family: TemplateFamily,
  { templateName }: { templateName?: string | undefined },
) {
  const list = await listTemplates(scope, family, { templateName }, { sort: 'updateTime', order: 'desc' })
  const rows = await list.page({ offset: 0, limit: LIMITS.license.templateOptions, isReversed: false })
  const products = await listProductNames(
    scope,
    rows.map(({ licenseId }) => licenseId),
  )
  return rows.map(({ guid, name, licenseId, terms }) => ({
    ...termsOf(terms, scope.asking.now),
    guid,
    name,
    licenseId,
    productName: products.get(licenseId) ?? '',
    isExpired: isExpiredAt(terms.endTime, scope.asking.now),
  }))
}

export async function issuableOf(scope: Scope, family: TemplateFamily, guid: string): Promise<Issuable> {
  const found = await findContent(scope, guid)
  if (found?.family !== family) throw new Refusal('template.notFound')
  return found
}

/** A template, or terms in the fields of a template, for the form that issues licenses. */
export async function inForm(
  scope: Scope,
  family: TemplateFamily,
  { template: row }: Pick<Issuable, 'template'>,
  { content, terms }: Pick<Issuable, 'content' | 'terms'>,
) {
  const { now } = scope.asking
  const flags: Record<ModifyPrivilege, boolean> = {
    canModify: row.canModify,
    canModifyModule: row.canModifyModule,
    canModifyDataZone: row.canModifyDataZone,
  }
  return {
    ...termsOf(terms, now),
    ...(await grantsOf(scope, content, terms)),
    ...flags,
    guid: row.guid,
    name: row.name,
    isExpired: isExpiredAt(content.endTime, now),
    changeable: [...issueChanges(family, row)],
  }
}

export async function readIssuable(scope: Scope, family: TemplateFamily, { guid }: { guid: string }) {
  const found = await issuableOf(scope, family, guid)
  return inForm(scope, family, found, found)
}
