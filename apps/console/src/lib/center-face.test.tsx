// The names and the logo that a document brings in its cookie.
import { FACE_COOKIE } from '@sealwright/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useCenterName } from './center-face.ts'
import { Mark } from './mark.tsx'
import { openStage } from './stage.fixture.tsx'

const setFace = (text: string) => {
  document.cookie = `${FACE_COOKIE}=${encodeURIComponent(text)}; path=/`
}
afterEach(() => {
  document.cookie = `${FACE_COOKIE}=; path=/; max-age=0`
})

function Face() {
  return (
    <h1>
      <Mark />
      {useCenterName()}
    </h1>
  )
}
const open = () => openStage({ '/dashboard': Face }, '/dashboard', [])

it('a named center shows its name and its logo', async () => {
  setFace('{"zh":"星图; 中心","logo":7}')
  await open()
  expect((await screen.findByRole('heading')).textContent).toBe('星图; 中心')
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/center/logo.png?v=7')
})

it.each(['', '{', '7', '{"zh":5,"logo":"javascript:x"}'])('%o in the cookie leaves the product name', async (text) => {
  setFace(text)
  await open()
  expect((await screen.findByRole('heading')).textContent).toBe('Sealwright 开发者中心')
  expect(document.querySelector('img')).toBeNull()
})
