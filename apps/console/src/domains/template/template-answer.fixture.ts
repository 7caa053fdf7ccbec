// Templates as the server answers them. The contract's template reader fills in the content.
import { LIMITS, readTemplate } from '@sealwright/contract'
import type { GivenTemplate, ProductGrant, TemplateAnswer, TemplateContent, TemplateFamily } from '@sealwright/contract'

export const GUID = '00000000-0000-4000-8000-000000000001'

/** Test products: name, license forms (a bit mask) and defined modules. */
export const PRODUCTS: Readonly<
  Record<number, { productName: string; licenseForm: number; modules: readonly number[] }>
> = {
  42: { productName: '星图', licenseForm: 3, modules: [1, 2, 3] },
  43: { productName: '云上', licenseForm: 1, modules: [] },
  44: { productName: '禾木', licenseForm: 2, modules: [5] },
}

export function grantAnswer({ licenseId, licenseVersion, modules, rom, raw, pub }: ProductGrant) {
  const product = PRODUCTS[licenseId]
  return {
    licenseId,
    licenseVersion,
    productName: product?.productName ?? '',
    modules: Array.from({ length: LIMITS.product.modules }, (_, index) => ({
      moduleId: index + 1,
      moduleName: `模块${index + 1}`,
      checked: modules.includes(index + 1),
      define: product?.modules.includes(index + 1) ?? false,
    })),
    rom: rom as TemplateAnswer['rom'],
    raw: raw as TemplateAnswer['raw'],
    pub: pub as TemplateAnswer['pub'], // a decoded area has the stored format
  }
}

export function answerOf(content: TemplateContent, given: Partial<TemplateAnswer> = {}): TemplateAnswer {
  return {
    ...content,
    ...grantAnswer(content),
    otherProducts: content.otherProducts.map(grantAnswer),
    otherProductNames: content.otherProducts.map(({ licenseId }) => PRODUCTS[licenseId]?.productName ?? ''),
    guid: GUID,
    hasStartTime: content.startTime !== null,
    hasEndTime: content.endTime !== null,
    hasSpanTime: content.spanTime !== null,
    canModify: false,
    canModifyModule: true,
    canModifyDataZone: false,
    hasRom: content.rom !== null,
    hasRaw: content.raw !== null,
    hasPub: content.pub !== null,
    romSize: 0,
    rawSize: 0,
    pubSize: 0,
    licenseCount: 3,
    effectiveLicenseCount: 2,
    isExpired: false,
    version: 4,
    createdBy: '林主',
    createTime: '2025-12-01T00:00:00.000Z',
    updateTime: '2025-12-02T00:00:00.000Z',
    ...given,
  }
}

/** Valid terms for each family. */
const SOUND: Readonly<Record<TemplateFamily, GivenTemplate>> = {
  smart: { deductMode: 2, packageName: '年包', licStartTimeType: 1, licDuration: 365, useMode: 2, machineNum: 5 },
  account: {
    licenseForm: 2,
    deductMode: 1,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 365,
    licBindLimit: 3,
    licBindMaxLimit: 9,
    offlineDays: 7,
    offlineBind: true,
  },
  sn: {
    licenseKeyType: 1,
    deductMode: 1,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 365,
    useMode: 2,
    machineNum: 5,
    lending: true,
    lendingDays: 30,
    lendingSeats: 2,
  },
  dongle: { opType: 0, spanTimeOp: 1, spanTime: 90, counterOp: 1, counter: 1000 },
}

/** The stored content of a template with these terms. Violations are ignored, so that tests can store invalid terms. */
export function storedOf(family: TemplateFamily, given: GivenTemplate = {}): TemplateContent {
  return readTemplate(
    family,
    { name: '年度', licenseId: 42, modules: [{ moduleId: 2, checked: true }], ...SOUND[family], ...given },
    { timeZone: 'Asia/Shanghai' },
  ).content
}
