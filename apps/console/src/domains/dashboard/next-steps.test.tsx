import { identityCalls } from '@sealwright/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerKey } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { NextStep, NextSteps, useIsNew } from './next-steps.tsx'
import type { Beginning } from './next-steps.tsx'

function Steps({ beginning }: { beginning: Beginning }) {
  return useIsNew(beginning) ? <NextSteps beginning={beginning} /> : <NextStep beginning={beginning} />
}

interface Given {
  templates?: Partial<Beginning['templates']>
  users?: number | null
  licenses?: number | null
  isUsed?: boolean
}

/** By default, every step but the first template is done. */
async function show(privileges: string[], { templates = {}, users = 1, licenses = 1, isUsed = true }: Given = {}) {
  await showLanguage('en')
  queryClient.setQueryData(answerKey(identityCalls.current, {}), { account: { id: 'account-1' }, privileges })
  const beginning = {
    products: { count: 1, withModules: 1 },
    templates: { smart: null, account: 0, sn: 0, dongle: 0, ...templates },
    users,
    licenses,
    isUsed,
  }
  render(
    <QueryClientProvider client={queryClient}>
      <PhrasesProvider>
        <Steps beginning={beginning} />
      </PhrasesProvider>
    </QueryClientProvider>,
  )
}
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const steps = () => screen.queryByRole('region', { name: 'Getting started' })

it.each([
  [['smartTemplate.create', 'dongleTemplate.create'], '/template/new'],
  [['accountTemplate.view', 'snTemplate.create', 'dongleTemplate.create'], '/pc/template/sn/new'],
])('the template step links to the first family that the person may create: %j', async (privileges, href) => {
  await show(privileges)
  expect(linkTo('Create a template')).toBe(href)
})

it('the template step has no link if the person may not create templates', async () => {
  await show(['accountTemplate.view', 'product.create', 'product.update'])
  expect(screen.getByText('Create a template')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('the license step links to a family that has a template, dongles included; no license means new', async () => {
  await show(['accountLicense.issue', 'snLicense.issue'], { templates: { sn: 1 }, licenses: 0 })
  expect(linkTo('Issue your first license')).toBe('/pc/license/sn/new')
  expect(screen.getByText('5 of 6 done')).toBeTruthy()
  cleanup()
  await show(['snLicense.issue', 'dongleLicense.issue'], { templates: { dongle: 1 }, licenses: 0 })
  expect(linkTo('Issue your first license')).toBe('/pc/license/dongle/new')
})

it('past the beginning, one line leads to the next step', async () => {
  await show(['user.create'], { templates: { sn: 1 }, users: 0 })
  expect(linkTo('Add users')).toBe('/user/new')
  expect([steps()?.querySelector('ol'), screen.getByText('Next: Add users')]).toMatchObject([null, {}])
  cleanup()
  await show(['signingKey.view'], { templates: { sn: 1 }, licenses: 3, isUsed: false })
  expect(linkTo('View what to build in')).toBe('/integration')
})

it('nothing shows once all steps are done; steps without the privilege to see them count as done', async () => {
  await show(['user.create'], { templates: { sn: 1 } })
  expect(steps()).toBeNull()
  cleanup()
  await show(['user.create'], { templates: { sn: 1 }, users: null, licenses: null, isUsed: false })
  expect(steps()).toBeNull()
  cleanup()
  await show([], { licenses: 0 })
  expect(steps()).toBeNull()
})

it('past the beginning, nothing shows if the person may not take the next step', async () => {
  await show(['snLicense.issue'], { templates: { sn: 1 }, users: 0 })
  expect(steps()).toBeNull()
})
