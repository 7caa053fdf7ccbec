// Tests a program and a browser together: a person without a developer signs in only to confirm the code of a program.
import { developerCalls, identityCalls, runtimeCalls, userCalls } from '@sealwright/contract'
import { PASSWORD } from './support/center-process.ts'
import { expect, expectNobodyKeptOut, signInOn, test } from './support/fixtures.ts'
import { zh } from './support/words.ts'

test('a person opens the address that a program shows, signs in, and confirms the sign-in of the program', async ({
  people,
  open,
  url,
}) => {
  const vendor = await people.developer()
  const person = await people.administrator(vendor, [])
  await people.sql('delete from membership where account_id = $1', [person.accountId])
  await vendor.call(userCalls.create, { account: person.account, sendMail: false })
  await vendor.call(identityCalls.confirm, { password: PASSWORD })
  const { apiPassword } = await vendor.call(developerCalls.revealApiPassword, {})
  const ask = async (name: 'deviceLogin' | 'deviceToken', payload: Record<string, unknown>) => {
    const response = await fetch(url + runtimeCalls[name].path, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiPassword}`, 'content-type': 'application/json' },
      body: JSON.stringify({ developerId: Number(vendor.developerId), ...payload }),
    })
    return (await response.json()) as Record<string, unknown> // a problem or an answer
  }
  const asked = await ask('deviceLogin', { programName: '星图 CAD', machineName: 'CAD-07' })
  const { pathname, search } = new URL(String(asked['verificationUriComplete']))

  const page = await open(undefined, {})
  await page.goto(pathname + search)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('identity.device.signIn'))
  await signInOn(page, person)
  await expect(page).toHaveURL(pathname + search)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(zh('identity.device.askTitle', { developer: '测试开发者' }))
  await expect(heading).toBeFocused()
  for (const fact of [asked['userCode'], '星图 CAD', 'CAD-07', person.account])
    await expect(page.getByText(String(fact), { exact: true })).toBeVisible()
  await expectNobodyKeptOut(page)
  expect(await ask('deviceToken', { deviceCode: asked['deviceCode'] })).toMatchObject({ type: 'AUTHORIZATION_PENDING' })

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: zh('identity.device.deny') })).toBeFocused()
  await page.getByRole('button', { name: zh('identity.device.confirm') }).click()
  await expect(heading).toHaveText(zh('identity.device.confirmed'))
  expect(await ask('deviceToken', { deviceCode: asked['deviceCode'] })).toMatchObject({ account: person.account })
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})
