// The palette (⌘K, Ctrl+K): type to go somewhere, find a product, or do something. Only what the person may do is in it.
// It is a search field with results, not a dialog that asks: Escape and a click outside put it away.
import { productCalls } from '@sealwright/contract'
import { Command } from 'cmdk'
import { CornerDownLeft, Languages, LogOut, Moon, Plus, Sun } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Monogram } from '../../blocks/monogram.tsx'
import { useCan } from '../../lib/can.tsx'
import { useAnswer } from '../../lib/client.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.tsx'
import { goTo, goToHref } from '../../lib/navigate.tsx'
import { chooseLocale, chooseTheme, useTheme } from '../../lib/preferences.ts'
import { signOut, useSession } from '../../lib/session.tsx'
import { actionRows, menuOf } from './menu-rows.ts'
import css from './palette.module.css'

const PRODUCTS_SHOWN = 6
const TYPING_PAUSE_MS = 160

/** The text, once the person stopped typing for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

function useFoundProducts(text: string) {
  const isAllowed = useCan(productCalls.find)
  const query = usePaused(text.trim())
  const isId = /^[1-9]\d{0,9}$/.test(query)
  const enabled = isAllowed && query !== '' && query.length <= 64
  const byName = useAnswer(productCalls.find, { currentPage: 1, pageSize: PRODUCTS_SHOWN, productName: query }, { enabled, keepPrevious: true })
  const byId = useAnswer(productCalls.find, { currentPage: 1, pageSize: 1, licenseId: Number(query) }, { enabled: enabled && isId })
  if (!enabled) return []
  const rows = [...(isId ? (byId.data?.rows ?? []) : []), ...(byName.data?.rows ?? [])]
  return rows.filter((row, index) => rows.findIndex((other) => other.guid === row.guid) === index)
}

interface Choice {
  key: string
  label: string
  hint?: string
  icon: LucideIcon
  run: () => void
}

/** How well a text fits what was typed: its beginning, a word's beginning, anywhere, nowhere. */
function fits(value: string, typed: string, keywords: string[] = []): number {
  const wanted = typed.trim().toLowerCase()
  const text = [value.slice(value.indexOf(' ') + 1), ...keywords].join(' ').toLowerCase()
  if (text.startsWith(wanted)) return 1
  if (text.includes(` ${wanted}`)) return 0.8
  return text.includes(wanted) ? 0.6 : 0
}

export function Palette({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const session = useSession()
  const locale = useLanguage((language) => language.locale)
  const { shown } = useTheme()
  const [typed, setTyped] = useState('')
  const products = useFoundProducts(useDeferredValue(typed))
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const screens: Choice[] = menuOf(session).flatMap(({ group, rows }) =>
    rows.map((row) => ({ key: row.path, label: t(row.title), hint: t(`shell.groups.${group}`), icon: row.menu.icon, run: () => goToHref(row.path) })),
  )
  const otherLocale = locale === 'zh' ? 'en' : 'zh'
  const otherTheme = shown === 'dark' ? 'light' : 'dark'
  const actions: Choice[] = [
    ...actionRows(session).map((row) => ({ key: row.path, label: t(row.title), icon: Plus, run: () => goToHref(row.path) })),
    { key: 'theme', label: t(otherTheme === 'dark' ? 'shell.palette.toDark' : 'shell.palette.toLight'), icon: otherTheme === 'dark' ? Moon : Sun, run: () => chooseTheme(otherTheme) },
    { key: 'language', label: t('shell.palette.toLanguage', { language: t(`shell.locales.${otherLocale}`) }), icon: Languages, run: () => void chooseLocale(otherLocale) },
    { key: 'sign-out', label: t('shell.signOut'), icon: LogOut, run: () => void signOut() },
  ]

  const entry = ({ key, label, hint, icon: Icon, run }: Choice) => (
    <Command.Item
      key={key}
      // The value is the identity and what is searched; the path keeps two entries with one name apart and lets "product" find 产品.
      value={`${key} ${label}`}
      keywords={[key]}
      className={css.item}
      onSelect={() => {
        onClose()
        run()
      }}
    >
      <Icon size={16} aria-hidden />
      <span className={css.label}>{label}</span>
      {hint && <span className={css.hint}>{hint}</span>}
    </Command.Item>
  )

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label={t('shell.search')}
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
      }}
    >
      <Command label={t('shell.search')} filter={fits} loop className={css.command}>
        <Command.Input value={typed} onValueChange={setTyped} placeholder={t('shell.palette.placeholder')} className={css.input} autoFocus />
        <Command.List className={css.list}>
          <Command.Empty className={css.empty}>{t('shell.palette.empty')}</Command.Empty>
          {products.length > 0 && (
            <Command.Group heading={t('shell.palette.products')} forceMount>
              {products.map((product) => (
                <Command.Item
                  key={product.guid}
                  value={`${product.guid} ${product.name}`}
                  forceMount
                  className={css.item}
                  onSelect={() => {
                    onClose()
                    goTo('/product/view', { guid: product.guid })
                  }}
                >
                  <Monogram name={product.name} />
                  <span className={css.label}>{product.name}</span>
                  <span className={`${css.hint ?? ''} sw-tabular`}>{t('shell.palette.licenseId', { licenseId: String(product.licenseId) })}</span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <Command.Group heading={t('shell.palette.screens')}>{screens.map(entry)}</Command.Group>
          <Command.Group heading={t('shell.palette.actions')}>{actions.map(entry)}</Command.Group>
        </Command.List>
        <footer className={css.foot} aria-hidden>
          <span>
            <kbd className="sw-kbd">↑</kbd> <kbd className="sw-kbd">↓</kbd> {t('shell.palette.move')}
          </span>
          <span>
            <kbd className="sw-kbd"><CornerDownLeft size={10} /></kbd> {t('shell.palette.open')}
          </span>
          <span>
            <kbd className="sw-kbd">esc</kbd> {t('shell.close')}
          </span>
        </footer>
      </Command>
    </dialog>
  )
}
