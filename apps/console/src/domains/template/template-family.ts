// The four families as the screens see them: where each lives, by which calls it is served, and what every payload of
// its calls carries. One set of screens serves all of them; what differs is here and in the contract's table of fields.
import { pcTemplateCalls, templateCalls } from '@sealwright/contract'
import type { PcKind, TemplateFamily } from '@sealwright/contract'
import { createElement } from 'react'
import type { ComponentType } from 'react'
import { PLACES } from './template-places.ts'
import type { TemplatePlace } from './template-places.ts'

export interface Family extends TemplatePlace {
  family: TemplateFamily
  calls: typeof templateCalls
  /** Goes into every payload. */
  where: { kind?: PcKind }
}

function familyOf(family: TemplateFamily): Family {
  if (family === 'smart') return { family, ...PLACES.smart, calls: templateCalls, where: {} }
  return { family, ...PLACES[family], calls: pcTemplateCalls, where: { kind: family } }
}

export const FAMILIES: Readonly<Record<TemplateFamily, Family>> = {
  smart: familyOf('smart'),
  account: familyOf('account'),
  sn: familyOf('sn'),
  dongle: familyOf('dongle'),
}

/** A screen for each family, the same component each time: the router compares. */
export function screenOfFamily(Screen: ComponentType<{ family: Family }>): (family: TemplateFamily) => ComponentType {
  const of = (family: TemplateFamily) => () => createElement(Screen, { family: FAMILIES[family] })
  const screens: Readonly<Record<TemplateFamily, ComponentType>> = {
    smart: of('smart'),
    account: of('account'),
    sn: of('sn'),
    dongle: of('dongle'),
  }
  return (family) => screens[family]
}
