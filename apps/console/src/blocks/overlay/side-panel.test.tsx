import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { confirm } from '../../lib/dialog/dialog.tsx'
import { openSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { changeSearch, goToHref } from '../../lib/place/navigate.tsx'
import { openStage } from '../../lib/stage.fixture.tsx'
import { SidePanel } from './side-panel.tsx'

// jsdom draws no dialogs. As in a browser: opening takes the focus, closing gives it back.
beforeEach(() => {
  const opened = (kind: string) =>
    function open(this: HTMLDialogElement) {
      this.open = true
      this.dataset.shown = kind
    }
  HTMLDialogElement.prototype.show = opened('beside')
  HTMLDialogElement.prototype.showModal = opened('modal')
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  return () => {
    for (const name of ['show', 'showModal', 'close'] as const)
      Reflect.deleteProperty(HTMLDialogElement.prototype, name)
  }
})

const panels = () => screen.queryAllByRole('dialog').map((panel) => panel.querySelector('h2')?.textContent)
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

async function open() {
  await openStage({ '/product': () => <p>page</p>, '/user': () => <p>other</p> }, '/product', [])
  let isClosed = false
  await act(async () => {
    void openSidePanel(<SidePanel title="Why">because</SidePanel>).then(() => (isClosed = true))
  })
  expect(panels()).toEqual(['Why'])
  return { isClosed: () => isClosed }
}

it('a side panel takes the focus and leaves the page usable beside it', async () => {
  await open()
  expect(document.activeElement?.textContent).toBe('because')
  expect(screen.getByRole('dialog').dataset.shown).toBe('beside')
  expect(document.documentElement.hasAttribute('data-beside')).toBe(true)
})

it('a window without room for both shows the side panel over the page', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await open()
  expect(screen.getByRole('dialog').dataset.shown).toBe('modal')
  expect(document.documentElement.hasAttribute('data-beside')).toBe(false)
})

it('Escape closes a side panel', async () => {
  const { isClosed } = await open()
  escape()
  expect(panels()).toEqual([])
  await waitFor(() => expect(isClosed()).toBe(true))
})

it('the close button closes a side panel', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(panels()).toEqual([])
})

it('Escape in a question above a side panel closes neither', async () => {
  await open()
  await act(async () => void confirm({ title: '撤销？' }))
  escape()
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  expect(panels()).toEqual(['Why'])
})

it('a second side panel takes the place of the first', async () => {
  const { isClosed } = await open()
  await act(async () => void openSidePanel(<SidePanel title="Leases">none</SidePanel>))
  expect(panels()).toEqual(['Leases'])
  expect(isClosed()).toBe(true)
})

it('a side panel stays while a list is filtered, and closes when another page is opened', async () => {
  await open()
  act(() => changeSearch('/product', { productName: 'x' }))
  expect(panels()).toEqual(['Why'])
  act(() => goToHref('/user'))
  expect(panels()).toEqual([])
})
