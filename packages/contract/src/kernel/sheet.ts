// What a file of rows can be, for a call that answers one.
import * as z from 'zod/mini'

export const SHEET_FORMATS = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]
export const sheetFormat = z._default(z.enum(SHEET_FORMATS), 'xlsx')
