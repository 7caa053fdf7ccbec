// The palette's requests: one source per list, with the list's own call and filter, so that the privileges and the row
// scope of the list apply. A source that cannot match the text is not asked.
import {
  LICENSE_FAMILIES,
  LIMITS,
  TEMPLATE_FAMILIES,
  customerCalls,
  isCodeText,
  orderCalls,
  plainCode,
  productCalls,
  shownCode,
  userCalls,
  userLockCalls,
} from '@sealwright/contract'
import type { Access, LicenseFamily } from '@sealwright/contract'
import { KeyRound, Receipt, Usb } from 'lucide-react'
import type { ReactNode } from 'react'
import { Monogram } from '../../blocks/control/monogram.tsx'
import type { FindCall } from '../../blocks/list/list-state.ts'
import { useCountText } from '../../blocks/list/paging/list-count.ts'
import { FAMILIES as LICENSES } from '../../domains/license/index.ts'
import { FAMILIES as TEMPLATES } from '../../domains/template/index.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { goToHref, pathTo } from '../../lib/place/navigate.tsx'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { PhraseKey, Translate } from '../../lib/words/i18n.tsx'

/** The number of results per list. */
const SHOWN = 5

export interface Choice {
  /** The address, or a unique name if there is none. */
  key: string
  label: string
  hint?: string
  picture: ReactNode
  run: () => void
}

/** A row of a list. */
interface FoundThing extends Omit<Choice, 'key' | 'run'> {
  href: string
}

export interface FoundGroup {
  heading: PhraseKey
  things: readonly FoundThing[]
  /** Opens the list with the same filter, if it has more rows. */
  all?: Choice
}

interface Source {
  heading: PhraseKey
  call: FindCall<unknown>
  access: Access
  where?: object
  /** The filter for the call and the list's address, or undefined if the source cannot match. */
  filter: (typed: string) => Record<string, string | number> | undefined
  listHref: (filter: Record<string, string>) => string
  thingOf: (row: never, t: Translate) => FoundThing
}

/** Ties the row type to the call. */
function source<Row>(
  given: Omit<Source, 'call' | 'thingOf'> & {
    call: FindCall<Row>
    thingOf: (row: Row, t: Translate) => FoundThing
  },
): Source {
  return given
}

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
const upTo = (max: number, name: string) => (typed: string) => (typed.length <= max ? { [name]: typed } : undefined)

function codeFilter(typed: string) {
  const code = plainCode(typed)
  const { codeGroup, codeLength } = LIMITS.license
  return code.length >= codeGroup && code.length <= codeLength && isCodeText(code) ? { keyword: code } : undefined
}

/** Account licenses are found by account or number; those numbers are too short for a name in Chinese. */
const accountFilter = (typed: string) =>
  typed.length > 1 ? upTo(LIMITS.account.accountMax, 'keyword')(typed) : undefined

const product = {
  heading: 'shell.palette.products',
  call: productCalls.find,
  access: productCalls.find.access,
  listHref: (filter) => pathTo('/product', filter),
  thingOf: ({ guid, name, licenseId }, t) => ({
    href: pathTo('/product/view', { guid }),
    label: name,
    hint: t('shell.palette.licenseId', { licenseId: String(licenseId) }),
    picture: <Monogram name={name} />,
  }),
} satisfies Omit<Parameters<typeof source<ProductRow>>[0], 'filter'>
type ProductRow = { guid: string; name: string; licenseId: number }

const SOURCES: readonly Source[] = [
  source({
    ...product,
    filter: (typed) =>
      /^[1-9]\d*$/.test(typed) && Number(typed) <= LIMITS.product.licenseIdMax
        ? { licenseId: Number(typed) }
        : undefined,
  }),
  source({ ...product, filter: upTo(LIMITS.product.nameMax, 'productName') }),
  ...TEMPLATE_FAMILIES.map((family) => {
    const { path, calls, where, access } = TEMPLATES[family]
    return source({
      heading: `template.families.${family}`,
      call: calls.find,
      where,
      access: access.view,
      filter: upTo(LIMITS.template.nameMax, 'templateName'),
      listHref: (filter) => pathTo(path, filter),
      thingOf: ({ guid, name, productName }) => ({
        href: pathTo(`${path}/view`, { guid }),
        label: name,
        hint: productName,
        picture: <Monogram name={name} />,
      }),
    })
  }),
  source({
    heading: 'shell.palette.users',
    call: userCalls.find,
    access: userCalls.find.access,
    filter: upTo(LIMITS.account.accountMax, 'account'),
    listHref: (filter) => pathTo('/user', filter),
    thingOf: ({ guid, account, userName, customerName }) => ({
      href: pathTo('/user/view', { guid }),
      label: account,
      hint: joined(userName, customerName),
      picture: <Monogram name={account} />,
    }),
  }),
  source({
    heading: 'shell.palette.customers',
    call: customerCalls.find,
    access: customerCalls.find.access,
    filter: upTo(LIMITS.customer.nameMax, 'name'),
    listHref: (filter) => pathTo('/customer', filter),
    thingOf: ({ guid, name, contact }) => ({
      href: pathTo('/customer/view', { guid }),
      label: name,
      hint: contact ?? '',
      picture: <Monogram name={name} />,
    }),
  }),
  ...LICENSE_FAMILIES.map((family: LicenseFamily) => {
    const { path, calls, where, access } = LICENSES[family]
    const isCode = family !== 'account'
    return source({
      heading: `license.families.${family}`,
      call: calls.find,
      where,
      access: access.view,
      filter: isCode ? codeFilter : accountFilter,
      listHref: (filter) => pathTo(path, filter),
      thingOf: ({ guid, serial, account, productName }) => ({
        href: pathTo(`${path}/view`, { guid }),
        label: isCode ? shownCode(serial) : (account ?? serial),
        hint: isCode ? productName : joined(productName, account ? serial : ''),
        picture: <KeyRound size={16} aria-hidden />,
      }),
    })
  }),
  source({
    heading: 'shell.palette.userLocks',
    call: userLockCalls.find,
    access: userLockCalls.find.access,
    // By the start of the shell number.
    filter: (typed) => (/^\d{4,20}$/.test(typed) ? { keyword: typed } : undefined),
    listHref: (filter) => pathTo('/dongle/user', filter),
    thingOf: ({ guid, shellNumber, customerName }) => ({
      href: pathTo('/dongle/user/view', { guid }),
      label: shellNumber,
      hint: customerName ?? '',
      picture: <Usb size={16} aria-hidden />,
    }),
  }),
  source({
    heading: 'shell.palette.orders',
    call: orderCalls.find,
    access: orderCalls.find.access,
    // By the start of the number, such as OD20260131.
    filter: (typed) =>
      /^od\d/i.test(typed) ? upTo(LIMITS.billing.serialMax, 'orderId')(typed.toUpperCase()) : undefined,
    listHref: (filter) => pathTo('/billing/order', filter),
    thingOf: ({ guid, orderId, subject }) => ({
      href: pathTo('/billing/order/view', { guid }),
      label: orderId,
      hint: subject,
      picture: <Receipt size={16} aria-hidden />,
    }),
  }),
]

function useGroup({ heading, call, access, where, filter, listHref, thingOf }: Source, typed: string): FoundGroup {
  const t = usePhrases()
  const countText = useCountText()
  const asked = hasAccess(useSession(), access) && typed !== '' ? filter(typed) : undefined
  const { data } = useAnswer(
    call,
    { ...where, ...asked, currentPage: 1, pageSize: SHOWN },
    { enabled: asked !== undefined, keepPrevious: true },
  )
  if (!asked || !data) return { heading, things: [] }
  const href = listHref(Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)])))
  const count = countText(data.records, data.recordsCapped)
  const all: Choice = {
    key: href,
    label: t('shell.palette.all', { count }),
    picture: undefined,
    run: () => goToHref(href),
  }
  const things = data.rows.map((row) => thingOf(row as never, t)) // the rows of its own call
  return { heading, things, ...(data.records > SHOWN && { all }) }
}

/** The results in groups, in the order of the sources, without duplicates. */
export function useFoundGroups(typed: string): FoundGroup[] {
  const joinedGroups = new Map<PhraseKey, FoundGroup>()
  for (const one of SOURCES) {
    // oxlint-disable-next-line react/rules-of-hooks -- the sources are the same each time
    const { heading, things, all } = useGroup(one, typed)
    const known = joinedGroups.get(heading)
    const both = new Map([...(known?.things ?? []), ...things].map((thing) => [thing.href, thing]))
    const rest = known?.all ?? all
    joinedGroups.set(heading, { heading, things: [...both.values()].slice(0, SHOWN), ...(rest && { all: rest }) })
  }
  return [...joinedGroups.values()]
}
