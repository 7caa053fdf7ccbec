// The first load of a screen, on the real stage: its data is asked for beside the session, and once.
import { billingCalls, identityCalls, productCalls } from '@sealwright/contract'
import { act, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { goToHref } from '../lib/place/go.ts'
import { session } from '../lib/stage.fixture.tsx'
import { STORED } from '../lib/stored.ts'
import { openConsole } from './console.ts'

it('the first page of a list is asked for before the session is known, and not again by the list', async () => {
  const asked: [path: string, body: string][] = []
  const known = Promise.withResolvers<void>()
  const answers: Record<string, unknown> = {
    [identityCalls.current.path]: session,
    [billingCalls.balance.path]: { balanceFen: 0, isLow: false, standing: session.developer.standing },
    [productCalls.find.path]: { rows: [], records: 0, total: 0 },
  }
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const path = input.split('?', 1)[0] ?? input
    asked.push([path, typeof init?.body === 'string' ? init.body : ''])
    if (path === identityCalls.current.path) await known.promise
    return Response.json({ code: 0, desc: '', data: answers[path] ?? {} })
  })
  history.replaceState(null, '', '/product?productName=%E6%98%9F&page=2&licenseId=x')
  STORED.ssId.set('handle')
  STORED.pageSize.set(session.pageSize)
  const questions = () => asked.filter(([path]) => path === productCalls.find.path)

  const element = document.createElement('div')
  document.body.append(element)
  const close = await act(async () => openConsole(element))
  await waitFor(() => expect(questions()).toHaveLength(1))
  // The filter that cannot be one is not sent, neither now nor by the list.
  expect(Object.fromEntries(new URLSearchParams(questions()[0]?.[1]))).toMatchObject({
    currentPage: '2',
    productName: '星',
  })
  expect(questions()[0]?.[1]).not.toContain('licenseId')

  known.resolve()
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull())
  await waitFor(() => expect(location.search).not.toContain('page=2'))
  // The list went to the page that there is, and asked for that one.
  expect(questions().map(([, body]) => new URLSearchParams(body).get('currentPage'))).toEqual(['2', '1'])
  // The shell is left before what it shows is forgotten.
  await act(async () => goToHref('/login'))
  await waitFor(() => expect(document.querySelector('input[name=account]')).not.toBeNull())
  await act(async () => close())
})
