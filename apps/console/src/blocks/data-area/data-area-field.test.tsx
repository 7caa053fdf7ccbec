// A data area at any path of a form. product-form.test.tsx tests it in the product form.
import { productFields } from '@sealwright/contract'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import type { Form } from '../form/form-state.ts'
import { useForm } from '../form/form-state.ts'
import { Segmented } from '../form/segmented.tsx'
import { EMPTY_AREA, newItem, spellArea } from './area-draft.ts'
import type { AreaDraft } from './area-draft.ts'
import { DataAreaField } from './data-area-field.tsx'

beforeEach(() => showLanguage('zh'))
interface Draft {
  others: readonly { rom: AreaDraft }[]
}
const fields = { others: z.array(z.object({ rom: productFields.rom })) }
const spell = ({ others }: Draft) => ({ others: others.map(({ rom }) => ({ rom: spellArea(rom) })) })
const items: AreaDraft = {
  ...EMPTY_AREA,
  source: 'items',
  items: [newItem({ key: 'a', value: '1' }), newItem({ key: 'a', value: '2' })],
}

let form: Form<Draft>

function Page() {
  const own = useForm<Draft>({
    domain: 'product',
    fields,
    initial: { others: [{ rom: EMPTY_AREA }, { rom: items }] },
    spell,
  })
  useEffect(() => {
    form = own
  })
  return own.values.others.map(({ rom }, index) => (
    <DataAreaField
      key={index}
      form={own}
      path={`others.${index}.rom`}
      name="rom"
      value={rom}
      onChange={(change) =>
        own.set('others', (now) => now.map((other, at) => (at === index ? { rom: change(other.rom) } : other)))
      }
    />
  ))
}

it('each of several areas has its own content and shows the errors of its own path', () => {
  render(
    <PhrasesProvider>
      <Page />
    </PhrasesProvider>,
  )
  act(() => void form.check())
  expect(screen.getByRole('alert').textContent).toContain('a')
  expect(screen.getByLabelText('第 2 项的键').getAttribute('aria-invalid')).toBe('true')
  fireEvent.input(screen.getByLabelText('第 2 项的键'), { target: { value: 'b' } })
  const [first] = screen.getAllByLabelText('文本')
  if (!first) throw new Error('no area offers a text')
  fireEvent.click(first)
  fireEvent.input(screen.getByLabelText('文本内容'), { target: { value: '甲' } })
  act(() => {
    const sent = form.check()
    expect(sent?.['others']).toMatchObject([
      { rom: { source: 'text', text: '甲' } },
      { rom: { source: 'items', items: [{ key: 'a' }, { key: 'b' }] } },
    ])
  })
})

it('names no description and no id that is not there, or that several elements have', () => {
  render(
    <PhrasesProvider>
      <Page />
      <Segmented
        id="once"
        label="来源"
        value="a"
        options={['a', 'b'].map((value) => ({ value, label: value }))}
        onSelect={vi.fn()}
      />
    </PhrasesProvider>,
  )
  const described = [...document.querySelectorAll('[aria-describedby]')]
  expect(
    described.map((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')),
  ).not.toContain(null)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})
