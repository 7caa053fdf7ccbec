// The four families as the screens see them: where each lives, by which calls it is served, and what every payload of its calls carries.
// One set of screens serves all of them; what differs is here and in the contract's table of fields.
import { pcTemplateCalls, privilege, templateCalls, templatePrivilege } from '@sealwright/contract'
import type { Access, PcKind, TemplateFamily, TemplateVerb } from '@sealwright/contract'
import { createElement } from 'react'
import type { ComponentType } from 'react'

export type TemplatePath = '/template' | `/pc/template/${PcKind}`

export interface Family {
  family: TemplateFamily
  path: TemplatePath
  calls: typeof templateCalls
  /** Goes into every payload. */
  where: { kind?: PcKind }
  access: Record<TemplateVerb, Access>
}

function familyOf(family: TemplateFamily): Family {
  const may = (verb: TemplateVerb) => privilege(templatePrivilege(family, verb))
  const access = { create: may('create'), delete: may('delete'), update: may('update'), view: may('view') }
  if (family === 'smart') return { family, path: '/template', calls: templateCalls, where: {}, access }
  return { family, path: `/pc/template/${family}`, calls: pcTemplateCalls, where: { kind: family }, access }
}

export const FAMILIES: Readonly<Record<TemplateFamily, Family>> = { smart: familyOf('smart'), account: familyOf('account'), sn: familyOf('sn'), dongle: familyOf('dongle') }

/** A screen for each family, the same component each time: the router compares. */
export function screenOfFamily(Screen: ComponentType<{ family: Family }>): (family: TemplateFamily) => ComponentType {
  const of = (family: TemplateFamily) => () => createElement(Screen, { family: FAMILIES[family] })
  const screens: Readonly<Record<TemplateFamily, ComponentType>> = { smart: of('smart'), account: of('account'), sn: of('sn'), dongle: of('dongle') }
  return (family) => screens[family]
}
