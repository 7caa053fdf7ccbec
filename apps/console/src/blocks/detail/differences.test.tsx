import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { Differences } from './differences.tsx'

beforeEach(() => showLanguage('zh'))
const changes = [
  { field: 'name', before: '甲', after: '乙' },
  { field: 'brief', before: null, after: '新' },
  { field: 'forms', before: 'cloud', after: '' },
]
const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
const show = (kind: 'add' | 'update' | 'delete') =>
  render(
    <PhrasesProvider>
      <Differences
        changes={changes}
        kind={kind}
        labelOf={(field) => `<${field}>`}
        wordsOf={(field, value) => (field === 'forms' ? '云许可' : value)}
      />
    </PhrasesProvider>,
  )

it('a change shows both sides under their headings, what is empty as a word', () => {
  show('update')
  expect(rows()).toEqual([
    ['字段', '修改前', '修改后'],
    ['<name>', '甲', '乙'],
    ['<brief>', '空', '新'],
    ['<forms>', '云许可', '空'],
  ])
  expect(screen.getByText('甲').tagName).toBe('DEL')
  expect(screen.getByText('乙').tagName).toBe('INS')
})

it('a moment shows as the reader’s time', () => {
  render(
    <PhrasesProvider>
      <Differences
        changes={[{ field: 'endTime', before: null, after: '2026-11-18T07:00:00.000Z' }]}
        kind="add"
        labelOf={(field) => field}
      />
    </PhrasesProvider>,
  )
  expect(rows()[1]?.[1]).toMatch(/^2026-11-1\d \d\d:\d\d/)
})

it.each([
  ['add', '修改后', ['乙', '新', '空']],
  ['delete', '修改前', ['甲', '空', '云许可']],
] as const)('of what was made or removed only one side shows (%s)', (kind, heading, values) => {
  show(kind)
  expect(rows()).toEqual([['字段', heading], ...values.map((value, index) => [`<${changes[index]?.field}>`, value])])
})
