import { Refusal, Unreachable } from '@sealwright/client'
import { ERRORS } from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useToasts } from '../toast.ts'
import { PhrasesProvider, showLanguage } from '../words/i18n.tsx'
import { DialogHost, ModalFrame, confirm, showDialog } from './dialog.tsx'

async function agreeTo(onConfirm: () => Promise<unknown>) {
  await showLanguage('zh')
  render(
    <PhrasesProvider>
      <DialogHost />
    </PhrasesProvider>,
  )
  const answer = confirm({ title: '放弃修改？', onConfirm })
  fireEvent.click(await screen.findByText('确定'))
  const agreed = await act(() => answer)
  expect(screen.queryByText('放弃修改？')).toBeNull()
  return { agreed, told: useToasts.getState().toasts.map(({ text }) => text) }
}

const refusal = (name: ErrorName) => () => Promise.reject(new Refusal(ERRORS[name].code, '产品不存在', 200, null))

it('a confirmation resolves to true when its action succeeds', async () => {
  expect(await agreeTo(() => Promise.resolve())).toEqual({ agreed: true, told: [] })
})

it('a confirmation whose action is refused shows the reason and resolves to false', async () => {
  expect(await agreeTo(refusal('product.notFound'))).toEqual({ agreed: false, told: ['产品不存在'] })
})

it('a confirmation does not repeat failures that are handled centrally', async () => {
  expect(await agreeTo(refusal('session.expired'))).toEqual({ agreed: false, told: [] })
  cleanup()
  expect(await agreeTo(() => Promise.reject(new Unreachable('lost')))).toEqual({ agreed: false, told: [] })
})

const pageWith = (...buttons: string[]) => (
  <PhrasesProvider>
    <h1>安全</h1>
    {buttons.map((name) => (
      <button key={name} type="button">
        {name}
      </button>
    ))}
    <DialogHost />
  </PhrasesProvider>
)
const focused = () => document.activeElement?.textContent
const ask = (title: string) => act(async () => void confirm({ title, cancelText: `不${title}` }))
const press = (text: string) => act(async () => screen.getByText(text).click())

it('a dialog gives the focus to its opener, or to that of a dialog around it, or else to the heading', async () => {
  await showLanguage('zh')
  const { rerender } = render(pageWith('开启'))
  screen.getByText('开启').focus()
  await ask('更换')
  await ask('保存')
  await press('不更换')
  expect(focused()).toBe('确定')
  await press('不保存')
  expect(focused()).toBe('开启')
  await ask('关闭')
  rerender(pageWith())
  await press('不关闭')
  expect(focused()).toBe('安全')
})

function Steps() {
  const [isDone, setDone] = useState(false)
  return (
    <ModalFrame title="支付" onClose={() => undefined}>
      {isDone ? (
        <button key="done" type="button" data-first-focus>
          完成
        </button>
      ) : (
        <button key="pay" type="button" data-first-focus onClick={() => setDone(true)}>
          付款
        </button>
      )}
    </ModalFrame>
  )
}

it('the next step of a dialog takes the focus of the step before', async () => {
  await showLanguage('zh')
  render(pageWith())
  await act(async () => void showDialog(() => <Steps />))
  expect(focused()).toBe('付款')
  await press('付款')
  expect(focused()).toBe('完成')
})
