// The texts of the demo, by language.
import type { Locale } from '@sealwright/contract'
import { en } from './en.ts'
import { zh } from './zh-cn.ts'
import type { Words } from './zh-cn.ts'

export type { Words } from './zh-cn.ts'
export type TemplateKey = keyof Words['templates']
export const WORDS: Record<Locale, Words> = { zh, en }
