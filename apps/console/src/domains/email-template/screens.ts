// The e-mail templates' rows of the screen table. One address is for a new template and for an existing one.
import { emailTemplateCalls } from '@sealwright/contract'
import { MailPlus } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/emailTemplate': ListSearch<'name' | 'type' | 'status' | 'language'>
    /** Without a guid, it is for a new template. Saving leads back to `sourcePath`, or to the list. */
    '/emailTemplate/createTemplate': { guid: string; sourcePath?: '/emailTemplate/viewTemplate' }
    '/emailTemplate/viewTemplate': { guid: string; tab?: string }
  }
}

const below = { domain: 'email-template', parent: '/emailTemplate' } as const

export const emailTemplateScreens = [
  defineScreen({
    path: '/emailTemplate',
    domain: 'email-template',
    title: 'emailTemplate.titles.list',
    menu: { group: 'marketing', icon: MailPlus, order: 2 },
    access: emailTemplateCalls.find.access,
    load: () => import('./email-template-list.screen.tsx'),
  }),
  defineScreen({
    ...below,
    path: '/emailTemplate/createTemplate',
    title: 'emailTemplate.titles.edit',
    // For people who may create or update.
    access: emailTemplateCalls.sendTest.access,
    load: () => import('./email-template-edit.screen.tsx'),
    search: z.object({ guid: z.optional(z.uuid()) }),
  }),
  defineScreen({
    ...below,
    path: '/emailTemplate/viewTemplate',
    title: 'emailTemplate.titles.view',
    access: emailTemplateCalls.get.access,
    load: () => import('./email-template-detail.screen.tsx'),
    search: z.object({ guid: z.uuid() }),
    shows: { kind: 'emailTemplate' },
  }),
]
