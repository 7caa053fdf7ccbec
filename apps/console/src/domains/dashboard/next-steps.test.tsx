import { identityCalls } from '@sealwright/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerKey } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { NextSteps } from './next-steps.tsx'

/** By default, every step but the first template is done. */
async function show(
  privileges: string[],
  {
    templates = 0,
    users = 1,
    licenses = 1,
    used = 1,
  }: { templates?: number; users?: number | null; licenses?: number | null; used?: number } = {},
) {
  await showLanguage('en')
  queryClient.setQueryData(answerKey(identityCalls.current, {}), { privileges })
  render(
    <QueryClientProvider client={queryClient}>
      <PhrasesProvider>
        <NextSteps
          products={{ count: 1, withModules: 1, withDataArea: 0 }}
          templates={{ smart: null, account: templates, sn: 0, dongle: 0 }}
          people={{ users, customers: 0 }}
          licenses={
            licenses === null
              ? null
              : {
                  total: licenses,
                  byStatus: {
                    unbound: licenses - Math.min(used, licenses),
                    bound: 0,
                    partlyExpired: 0,
                    locked: Math.min(used, licenses),
                    expired: 0,
                    approving: 0,
                    rejected: 0,
                  },
                }
          }
        />
      </PhrasesProvider>
    </QueryClientProvider>,
  )
}

it.each([
  [['smartTemplate.create', 'dongleTemplate.create'], '/template/new'],
  [['accountTemplate.view', 'snTemplate.create', 'dongleTemplate.create'], '/pc/template/sn/new'],
])('the template step links to the first family that the person may create: %j', async (privileges, href) => {
  await show(privileges)
  expect(screen.getByRole('link', { name: 'Create a template' }).getAttribute('href')).toBe(href)
})

it('the template step has no link if the person may not create templates', async () => {
  await show(['accountTemplate.view', 'product.create', 'product.update'])
  expect(screen.getByText('Create a template')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('adding users is the next step after the first template', async () => {
  await show(['user.create'], { templates: 1, users: 0 })
  expect(screen.getByRole('link', { name: 'Add users' }).getAttribute('href')).toBe('/user/new')
})

it('the license step links to a family that has a template, and the first license completes it', async () => {
  await show(['accountLicense.issue', 'snLicense.issue'], { templates: 1, licenses: 0 })
  expect(screen.getByRole('link', { name: 'Issue your first license' }).getAttribute('href')).toBe(
    '/pc/license/account/new',
  )
  cleanup()
  await show(['accountLicense.issue'], { templates: 1, licenses: 1 })
  expect(screen.queryByText('Getting started')).toBeNull()
})

it('the program step links to the signing keys until a program has used a license', async () => {
  await show(['signingKey.view'], { templates: 1, licenses: 3, used: 0 })
  expect(screen.getByRole('link', { name: 'View what to build in' }).getAttribute('href')).toBe('/integration')
  cleanup()
  // A locked license was used before.
  await show(['signingKey.view'], { templates: 1, licenses: 3, used: 1 })
  expect(screen.queryByText('Getting started')).toBeNull()
})

it('the card is absent once all steps are done; steps without the privilege to see them count as done', async () => {
  await show([], { templates: 1, users: 1 })
  expect(screen.queryByText('Getting started')).toBeNull()
  cleanup()
  await show([], { templates: 1, users: null, licenses: null })
  expect(screen.queryByText('Getting started')).toBeNull()
})
