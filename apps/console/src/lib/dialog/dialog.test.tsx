import { Refusal, Unreachable } from '@sealwright/client'
import { ERRORS } from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useToasts } from '../toast.ts'
import { PhrasesProvider, showLanguage } from '../words/i18n.tsx'
import { DialogHost, confirm } from './dialog.tsx'

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
