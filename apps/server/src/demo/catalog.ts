// The products and templates of the demo, of every family.
import { pcTemplateCalls, productCalls, templateCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import type { Day, Story } from './story.ts'
import type { TemplateKey, Words } from './words/index.ts'

export const STAR = 100_201
const BOOKS = 100_238
export const ROCK = 100_275
export const RENDER = 100_312
const BI = 100_349

const productsOf = ({ star, books, rock, render, bi }: Words['products']): PayloadOf<typeof productCalls.create>[] => [
  {
    name: star.name,
    displayName: star.display,
    licenseForm: 3,
    licenseId: STAR,
    licenseVersion: 3,
    brief: star.brief,
    modules: [
      { moduleId: 1, moduleName: star.modules.modeling, checked: true },
      { moduleId: 2, moduleName: star.modules.rendering, checked: true },
      { moduleId: 3, moduleName: star.modules.animation, checked: true },
      { moduleId: 8, moduleName: star.modules.team, checked: true },
      { moduleId: 16, checked: true },
    ],
    rom: {
      source: 'items',
      items: [
        { key: 'edition', value: 'professional', name: star.items.edition, group: star.items.basic },
        { key: 'render.nodes', value: '8', name: star.items.nodes, group: star.items.render },
        {
          key: 'service.token',
          value: 'c3RhcmNoYXJ0LWRlbW8=',
          name: star.items.token,
          group: star.items.service,
          isBase64: true,
          isValueHidden: true,
        },
      ],
    },
    pub: { source: 'text', text: '{"support":"support@starchart.example"}' },
  },
  {
    name: books.name,
    displayName: books.display,
    licenseForm: 1,
    licenseId: BOOKS,
    licenseVersion: 1,
    brief: books.brief,
    modules: [
      { moduleId: 1, moduleName: books.modules.ledger, checked: true },
      { moduleId: 2, moduleName: books.modules.tax, checked: true },
    ],
  },
  {
    name: rock.name,
    displayName: rock.display,
    licenseForm: 2,
    licenseId: ROCK,
    brief: rock.brief,
    raw: { source: 'text', text: 'counter=0' },
  },
  {
    name: render.name,
    displayName: render.display,
    licenseForm: 3,
    licenseId: RENDER,
    modules: [{ moduleId: 1, moduleName: 'GPU', checked: true }],
  },
  { name: bi.name, displayName: bi.display, licenseForm: 1, licenseId: BI, brief: bi.brief },
]

const ofModules = (...ids: number[]) => ids.map((moduleId) => ({ moduleId, checked: true }))

const smartTemplates = ({ templates: names }: Words): PayloadOf<typeof templateCalls.create>[] => [
  { name: names.starMobile, licenseId: STAR, isForever: true, useMode: 1, modules: ofModules(1, 2) },
  {
    name: names.renderEdge,
    licenseId: RENDER,
    licStartTimeType: 1,
    licDuration: 365,
    useMode: 2,
    machineNum: 20,
    modules: ofModules(1),
    canModify: true,
  },
  { name: names.biFair, licenseId: BI, deductMode: 3, hasSpanTime: true, spanTime: 30, useMode: 2, machineNum: 5 },
]

const pcTemplates = ({ templates: names, offers }: Words): PayloadOf<typeof pcTemplateCalls.create>[] => [
  {
    kind: 'account',
    name: names.starYear,
    licenseId: STAR,
    licenseForm: 2,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 365,
    offlineDays: 30,
    licBindLimit: 3,
    licBindMaxLimit: 6,
    offlineBind: true,
    modules: ofModules(1, 2, 3, 8),
    canModify: true,
    canModifyModule: true,
  },
  {
    kind: 'account',
    name: names.booksDaily,
    licenseId: BOOKS,
    licenseForm: 1,
    billingMode: 'day',
    licStartTimeType: 1,
    licDuration: 30,
    counter: 10_000,
    kickOut: true,
    modules: ofModules(1, 2),
  },
  {
    kind: 'account',
    name: names.starTrial,
    licenseId: STAR,
    licenseForm: 2,
    deductMode: 3,
    licStartTimeType: 1,
    licDuration: 30,
    offlineDays: 7,
    modules: ofModules(1),
  },
  {
    kind: 'sn',
    name: names.rockSingle,
    licenseId: ROCK,
    billingMode: 'oneTime',
    isForever: true,
    useMode: 1,
    licBindMaxLimit: 3,
    forceAuthDays: 90,
  },
  {
    kind: 'sn',
    name: names.starGroup,
    licenseId: STAR,
    licenseKeyType: 2,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 365,
    concurrentType: 'machine',
    groupUsers: 50,
    lanBorrow: 7,
    offlineBind: true,
    c2dDays: 30,
    d2cDays: 30,
    lending: true,
    lendingDays: 14,
    lendingSeats: 10,
    modules: ofModules(1, 2, 3, 8, 16),
  },
  {
    kind: 'sn',
    name: names.suiteDevices,
    licenseId: STAR,
    licenseKeyType: 3,
    licStartTimeType: 1,
    licDuration: 365,
    useMode: 2,
    machineNum: 500,
    modules: ofModules(1, 2),
    otherProducts: [{ licenseId: RENDER, modules: ofModules(1) }],
  },
  {
    kind: 'dongle',
    name: names.starDongle,
    licenseId: STAR,
    isForever: true,
    concurrentType: 'process',
    concurrentNum: 5,
    modules: ofModules(1, 2, 3),
  },
  {
    kind: 'dongle',
    name: names.rockDongleYear,
    licenseId: ROCK,
    opType: 1,
    forceWrite: true,
    endTimeOp: 2,
    endTimeDays: 365,
  },
  {
    kind: 'account',
    name: names.starPackage,
    licenseId: STAR,
    licenseForm: 2,
    deductMode: 2,
    packageName: offers.standard,
    licStartTimeType: 1,
    licDuration: 365,
    offlineDays: 15,
    licBindLimit: 2,
    modules: ofModules(1, 2),
    canModify: true,
  },
  {
    kind: 'sn',
    name: names.starSingle,
    licenseId: STAR,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 365,
    useMode: 1,
    licBindMaxLimit: 3,
    forceAuthDays: 30,
    modules: ofModules(1, 2, 3),
    canModify: true,
  },
  {
    kind: 'account',
    name: names.renderCloud,
    licenseId: RENDER,
    licenseForm: 1,
    billingMode: 'day',
    licStartTimeType: 1,
    licDuration: 30,
    modules: ofModules(1),
    canModify: true,
  },
  {
    kind: 'account',
    name: names.biTaste,
    licenseId: BI,
    licenseForm: 1,
    billingMode: 'day',
    licStartTimeType: 1,
    licDuration: 14,
    canModify: true,
  },
]

export interface Catalog {
  days: Day[]
  templateOf(key: TemplateKey): string
  /** The guids of products by their license ids. Known after the first day. */
  productsOf(...licenseIds: number[]): string[]
}

export function catalogOf({ make, words }: Pick<Story, 'make' | 'words'>): Catalog {
  const templates = new Map<string, string>()
  const products = new Map<number, string>()

  async function createProducts() {
    const wires = productsOf(words.products)
    const made = await make(productCalls.create, wires)
    wires.forEach(({ licenseId }, index) => products.set(licenseId, made[index]?.guid ?? ''))
  }
  async function createTemplates<C extends typeof templateCalls.create | typeof pcTemplateCalls.create>(
    call: C,
    wires: readonly PayloadOf<C>[],
  ) {
    const made = await make(call, wires)
    wires.forEach(({ name }, index) => templates.set(name, made[index]?.guid ?? ''))
  }

  return {
    days: [
      { ago: 330, act: createProducts },
      { ago: 329, act: () => createTemplates(templateCalls.create, smartTemplates(words)) },
      { ago: 328, act: () => createTemplates(pcTemplateCalls.create, pcTemplates(words)) },
    ],
    templateOf: (key) => templates.get(words.templates[key]) ?? '',
    productsOf: (...licenseIds) => licenseIds.flatMap((licenseId) => products.get(licenseId) ?? []),
  }
}
