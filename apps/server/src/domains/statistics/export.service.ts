// The table of a figure as a file: a row per day with the value, the value of the compared day, and the series.
import { FEN_A_YUAN, MEASURES, daysAfter } from '@sealwright/contract'
import type { statisticsCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { FileAnswer, StreamContext } from '../../kernel/http/context.ts'
import { SHEET_TYPES, writeSheet } from '../../kernel/sheets/sheets.ts'
import { get } from './statistics.service.ts'

export async function exportFigure(
  { say, read }: StreamContext,
  { format, ...asked }: z.output<typeof statisticsCalls.export.payload>,
): Promise<FileAnswer> {
  const found = await read((scope) => get(scope, asked))
  const cell = (value: number | undefined) =>
    value === undefined ? '' : MEASURES[asked.measure].unit === 'fen' ? value / FEN_A_YUAN : value
  const name = say(`statistics.measures.${asked.measure}`)
  const rows = [
    [
      say('statistics.day'),
      name,
      say('statistics.dayBefore'),
      say('statistics.before'),
      ...found.series.map((one) => one.name),
    ],
    ...found.days.map((day, index) => [
      day,
      cell(found.values[index]),
      index < found.beforeValues.length ? daysAfter(found.beforeFirst, index) : '',
      cell(found.beforeValues[index]),
      ...found.series.map(({ values }) => cell(values[index])),
    ]),
    [
      say('statistics.total'),
      cell(found.total),
      '',
      cell(found.before),
      ...found.series.map(({ total }) => cell(total)),
    ],
  ]
  return {
    fileName: `${name} ${found.first} – ${found.last}.${format}`,
    type: SHEET_TYPES[format],
    body: writeSheet(format, rows),
  }
}
