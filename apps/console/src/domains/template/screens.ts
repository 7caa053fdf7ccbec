// The template screens' entries in the screen table: the same four screens for each of the four families.
import { TEMPLATE_FAMILIES } from '@sealwright/contract'
import type { TemplateFamily } from '@sealwright/contract'
import { Cpu, KeyRound, UserRound, Usb } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'
import { PLACES } from './template-places.ts'
import type { TemplatePath } from './template-places.ts'

type TemplateSearch = { [Path in TemplatePath]: ListSearch<'templateName' | 'licenseId' | 'adminUserId'> } & {
  /** `copyOf` is the guid of a template to copy, `version` one of its versions; `licenseId` preselects the product. */
  [Path in `${TemplatePath}/new`]: { copyOf?: string; version?: string; licenseId?: string }
} & {
  /**
   * `version` is an earlier version to start from; `sourcePath` is the page to return to after saving, if it is not the
   * list.
   */
  [Path in `${TemplatePath}/edit`]: { guid: string; version?: string; sourcePath?: `${TemplatePath}/view` }
} & { [Path in `${TemplatePath}/view`]: { guid: string; tab?: string } }

declare module '../../lib/place/screen.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- sixteen paths that differ only in their family
  interface ScreenSearch extends TemplateSearch {}
}

const ICONS: Record<TemplateFamily, LucideIcon> = { smart: Cpu, account: UserRound, sn: KeyRound, dongle: Usb }
const search = z.object({ guid: z.uuid() })

export const templateScreens = TEMPLATE_FAMILIES.flatMap((family, index) => {
  const { path, access } = PLACES[family]
  return [
    defineScreen({
      path,
      domain: 'template',
      title: `template.families.${family}`,
      menu: { group: 'template', icon: ICONS[family], order: index + 1 },
      access: access.view,
      load: async () => (await import('./template-list.screen.tsx')).loadedOf(family),
    }),
    defineScreen({
      path: `${path}/new`,
      domain: 'template',
      title: `template.titles.new.${family}`,
      parent: path,
      access: access.create,
      load: async () => ({ Screen: (await import('./template-new.screen.tsx')).screenOf(family) }),
    }),
    defineScreen({
      path: `${path}/edit`,
      domain: 'template',
      title: `template.titles.edit.${family}`,
      parent: path,
      access: access.update,
      load: async () => ({ Screen: (await import('./template-edit.screen.tsx')).screenOf(family) }),
      search,
    }),
    defineScreen({
      path: `${path}/view`,
      shows: { kind: `${family}Template` },
      domain: 'template',
      title: `template.titles.view.${family}`,
      parent: path,
      access: access.view,
      load: async () => ({ Screen: (await import('./template-detail.screen.tsx')).screenOf(family) }),
      search,
    }),
  ]
})
