import { expect, it } from 'vitest'
import { csvOf } from './issue-sheet.ts'

it('a name that a spreadsheet would read as a formula is written as text, even full-width or after blanks', () => {
  for (const name of ['=1+1', '+1', '-1', '@x', '＝1+1', '＠x', ' =1+1', '\u200B=1+1', '\t1', '\n1', "'=1"])
    expect(csvOf([[name]]), JSON.stringify(name)).toBe(`\uFEFF"'${name}"\r\n`)
  for (const name of ['年度版', 'A-1', '']) expect(csvOf([[name]])).toBe(`\uFEFF"${name}"\r\n`)
  expect(csvOf([['他说"好"', 'a,b']])).toBe('\uFEFF"他说""好""","a,b"\r\n')
})
