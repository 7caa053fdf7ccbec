// The product screens' entries in the screen table.
import { productCalls } from '@sealwright/contract'
import { Package } from 'lucide-react'
import * as z from 'zod/mini'
import type { ListSearch } from '../../blocks/list/list-state.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/product': ListSearch<'productName' | 'licenseId' | 'licenseForm'>
    '/product/new': NoSearch
    /** `sourcePath` is the page to return to after saving, if it is not the list. */
    '/product/edit': { guid: string; sourcePath?: '/product/view' }
    '/product/view': { guid: string; tab?: string }
  }
}

const search = z.object({ guid: z.uuid() })

export const productScreens = [
  defineScreen({
    path: '/product',
    domain: 'product',
    title: 'product.titles.list',
    menu: { group: 'product', icon: Package, order: 1 },
    access: productCalls.find.access,
    load: () => import('./product-list.screen.tsx'),
  }),
  defineScreen({
    path: '/product/new',
    domain: 'product',
    title: 'product.titles.new',
    parent: '/product',
    access: productCalls.create.access,
    load: () => import('./product-new.screen.tsx'),
  }),
  defineScreen({
    path: '/product/edit',
    domain: 'product',
    title: 'product.titles.edit',
    parent: '/product',
    access: productCalls.update.access,
    load: () => import('./product-edit.screen.tsx'),
    search,
  }),
  defineScreen({
    path: '/product/view',
    shows: { kind: 'product' },
    domain: 'product',
    title: 'product.titles.view',
    parent: '/product',
    access: productCalls.get.access,
    load: () => import('./product-detail.screen.tsx'),
    search,
  }),
]
