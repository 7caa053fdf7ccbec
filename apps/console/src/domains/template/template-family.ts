// The four template families as the screens use them: path, calls, and the fields that every payload carries. One set
// of screens serves all four; the differences are here and in the contract's field table.
import { pcTemplateCalls, templateCalls } from '@sealwright/contract'
import type { PcKind, TemplateFamily } from '@sealwright/contract'
import { createElement } from 'react'
import type { ComponentType } from 'react'
import { PLACES } from './template-places.ts'
import type { TemplatePlace } from './template-places.ts'

export interface Family extends TemplatePlace {
  family: TemplateFamily
  calls: typeof templateCalls
  /** Part of every payload. */
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

/** Creates each family's component once: the router compares components by identity. */
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
