// The path of each template family, and the privileges for its screens and actions. Separate from template-family.ts,
// so that the menu does not load the calls.
import { privilege, templatePrivilege } from '@sealwright/contract'
import type { Access, PcKind, TemplateFamily, TemplateVerb } from '@sealwright/contract'

export type TemplatePath = '/template' | `/pc/template/${PcKind}`

export interface TemplatePlace {
  path: TemplatePath
  access: Record<TemplateVerb, Access>
}

function placeOf(family: TemplateFamily): TemplatePlace {
  const may = (verb: TemplateVerb) => privilege(templatePrivilege(family, verb))
  return {
    path: family === 'smart' ? '/template' : `/pc/template/${family}`,
    access: { create: may('create'), delete: may('delete'), update: may('update'), view: may('view') },
  }
}

export const PLACES: Readonly<Record<TemplateFamily, TemplatePlace>> = {
  smart: placeOf('smart'),
  account: placeOf('account'),
  sn: placeOf('sn'),
  dongle: placeOf('dongle'),
}
