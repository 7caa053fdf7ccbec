// The shape of the phrases: that of the source language, with any text in the place of each text.
import type { zhCn } from './zh-cn/index.ts'

export type Leaves<T> = { readonly [K in keyof T]: T[K] extends string ? string : Leaves<T[K]> }
export type Phrases = Leaves<typeof zhCn>
