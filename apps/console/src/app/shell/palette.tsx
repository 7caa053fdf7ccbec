// The palette (⌘K, Ctrl+K): type to go somewhere, find a product, a license code, a user or a customer, or do
// something. Only what the person may do is in it. It is a search field with results, not a dialog that asks: Escape
// and a click outside put it away.
import { LIMITS, customerCalls, isCodeText, plainCode, productCalls, shownCode, userCalls } from '@sealwright/contract'
import { Command } from 'cmdk'
import { CornerDownLeft, KeyRound, Languages, LogOut, Moon, Plus, Sun } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { cleaned } from '../../blocks/control/typed-text.ts'
import { FAMILIES } from '../../domains/license/index.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { goTo, goToHref } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { chooseLocale, chooseTheme, useTheme } from '../../lib/session/preferences.ts'
import { hasAccess, signOut, useSession } from '../../lib/session/session.tsx'
import { useFormat, useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { actionRows, menuOf } from './menu-rows.ts'
import css from './palette.module.css'

/** Of each kind. */
const SHOWN = 4
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

function useFoundProducts(query: string) {
  const isAllowed = useCan(productCalls.find)
  const isId = /^[1-9]\d*$/.test(query) && Number(query) <= LIMITS.product.licenseIdMax
  const enabled = isAllowed && query !== '' && query.length <= LIMITS.product.nameMax
  const byName = useAnswer(
    productCalls.find,
    { currentPage: 1, pageSize: SHOWN, productName: query },
    { enabled, keepPrevious: true },
  )
  const byId = useAnswer(
    productCalls.find,
    { currentPage: 1, pageSize: 1, licenseId: Number(query) },
    { enabled: enabled && isId },
  )
  if (!enabled) return []
  const rows = [...(isId ? (byId.data?.rows ?? []) : []), ...(byName.data?.rows ?? [])]
  return rows.filter((row, index) => rows.findIndex((other) => other.guid === row.guid) === index)
}

function useFoundUsers(query: string) {
  const isAllowed = useCan(userCalls.find)
  const enabled = isAllowed && query !== '' && query.length <= LIMITS.account.accountMax
  const { data } = useAnswer(
    userCalls.find,
    { currentPage: 1, pageSize: SHOWN, account: query },
    { enabled, keepPrevious: true },
  )
  return enabled ? (data?.rows ?? []) : []
}

function useFoundCustomers(query: string) {
  const isAllowed = useCan(customerCalls.find)
  const enabled = isAllowed && query !== '' && query.length <= LIMITS.customer.nameMax
  const { data } = useAnswer(
    customerCalls.find,
    { currentPage: 1, pageSize: SHOWN, name: query },
    { enabled, keepPrevious: true },
  )
  return enabled ? (data?.rows ?? []) : []
}

/** Codes that are this or begin with it: the license itself where it is the only one, else the list of them. */
function useFoundCodes(query: string, family: 'sn' | 'smart'): Choice[] {
  const t = usePhrases()
  const { number } = useFormat()
  const { path, calls, where, access } = FAMILIES[family]
  const code = plainCode(query)
  const enabled =
    hasAccess(useSession(), access.view) &&
    code.length >= LIMITS.license.codeGroup &&
    code.length <= LIMITS.license.codeLength &&
    isCodeText(code)
  const { data } = useAnswer(
    calls.find,
    { ...where, currentPage: 1, pageSize: 1, keyword: code },
    { enabled, keepPrevious: true },
  )
  const [first] = data?.rows ?? []
  if (!enabled || !data || !first) return []
  const picture = <KeyRound size={16} aria-hidden />
  const kind = t(`license.families.${family}`)
  if (data.records === 1)
    return [
      {
        key: first.guid,
        label: shownCode(first.serial),
        hint: `${kind} · ${first.productName}`,
        picture,
        run: () => goTo(`${path}/view`, { guid: first.guid }),
      },
    ]
  const records = number(data.records)
  const count = data.recordsCapped ? t('blocks.list.capped', { count: records }) : records
  return [
    {
      key: `${family} ${code}`,
      label: `${shownCode(code)}…`,
      hint: `${kind} · ${t('blocks.pager.count', { records: data.records, count })}`,
      picture,
      run: () => goTo(path, { keyword: code }),
    },
  ]
}

interface Choice {
  key: string
  label: string
  hint?: string
  picture: ReactNode
  run: () => void
}

/** The choices whose label or address has every typed word in it; those that begin with it first. */
function fitting(choices: readonly Choice[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = ({ label }: Choice) => Number(words[0] !== undefined && label.toLowerCase().startsWith(words[0]))
  return choices
    .filter(({ label, key }) => words.every((word) => `${label} ${key}`.toLowerCase().includes(word)))
    .sort((a, b) => begins(b) - begins(a))
}

export function Palette({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const session = useSession()
  const locale = useLanguage((language) => language.locale)
  const { shown } = useTheme()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const query = usePaused(useDeferredValue(typed).trim())
  const products = useFoundProducts(query)
  const users = useFoundUsers(query)
  const customers = useFoundCustomers(query)
  const codes = [useFoundCodes(query, 'sn'), useFoundCodes(query, 'smart')].flat()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  const type = (text: string) => {
    setTyped(text)
    setChosen('')
  }

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    input.current?.focus()
    return () => element?.close()
  }, [])

  const otherLocale = locale === 'zh' ? 'en' : 'zh'
  const otherTheme = shown === 'dark' ? 'light' : 'dark'
  // Screens first: they are here at once, and few of them fit what was typed.
  const sections: { heading: string; choices: Choice[] }[] = [
    {
      heading: t('shell.palette.screens'),
      choices: fitting(
        menuOf(session).flatMap(({ group, rows }) =>
          rows.map((row) => ({
            key: row.path,
            label: t(row.title),
            hint: t(`shell.groups.${group}`),
            picture: <row.menu.icon size={16} aria-hidden />,
            run: () => goToHref(row.path),
          })),
        ),
        typed,
      ),
    },
    {
      heading: t('shell.palette.products'),
      choices: products.map((product) => ({
        key: product.guid,
        label: product.name,
        hint: t('shell.palette.licenseId', { licenseId: String(product.licenseId) }),
        picture: <Monogram name={product.name} />,
        run: () => goTo('/product/view', { guid: product.guid }),
      })),
    },
    { heading: t('license.families.sn'), choices: codes },
    {
      heading: t('shell.palette.users'),
      choices: users.map(({ guid, account, userName, customerName }) => ({
        key: guid,
        label: account,
        hint: [userName, customerName].filter(Boolean).join(' · '),
        picture: <Monogram name={account} />,
        run: () => goTo('/user/view', { guid }),
      })),
    },
    {
      heading: t('shell.palette.customers'),
      choices: customers.map(({ guid, name, contact }) => ({
        key: guid,
        label: name,
        hint: contact ?? '',
        picture: <Monogram name={name} />,
        run: () => goTo('/customer/view', { guid }),
      })),
    },
    {
      heading: t('shell.palette.actions'),
      choices: fitting(
        [
          ...actionRows(session).map((row) => ({
            key: row.path,
            label: t(row.title),
            picture: <Plus size={16} aria-hidden />,
            run: () => goToHref(row.path),
          })),
          {
            key: 'theme',
            label: t(otherTheme === 'dark' ? 'shell.palette.toDark' : 'shell.palette.toLight'),
            picture: otherTheme === 'dark' ? <Moon size={16} aria-hidden /> : <Sun size={16} aria-hidden />,
            run: () => chooseTheme(otherTheme),
          },
          {
            key: 'language',
            label: t('shell.palette.toLanguage', { language: t(`shell.locales.${otherLocale}`) }),
            picture: <Languages size={16} aria-hidden />,
            run: () => void chooseLocale(otherLocale),
          },
          {
            key: 'sign-out',
            label: t('shell.signOut'),
            picture: <LogOut size={16} aria-hidden />,
            run: () => void signOut(),
          },
        ],
        typed,
      ),
    },
  ].filter(({ choices }) => choices.length > 0)

  // What is lit stays lit while it is there; results that come in later must not leave Enter without a target.
  const keys = sections.flatMap(({ choices }) => choices.map(({ key }) => key))
  const lit = keys.includes(chosen) ? chosen : (keys[0] ?? '')

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
      <Command
        label={t('shell.search')}
        shouldFilter={false}
        loop
        className={css.command}
        value={lit}
        onValueChange={setChosen}
      >
        <Command.Input
          ref={input}
          value={typed}
          onValueChange={(text) => type(isComposing.current || !input.current ? text : cleaned(input.current))}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false
            type(cleaned(event.currentTarget))
          }}
          placeholder={t('shell.palette.placeholder')}
          className={css.input}
        />
        <Command.List className={css.list} label={t('shell.search')}>
          {sections.length === 0 && <p className={css.empty}>{t('shell.palette.empty')}</p>}
          {sections.map(({ heading, choices }) => (
            <Command.Group key={heading} heading={heading}>
              {choices.map(({ key, label, hint, picture, run }) => (
                <Command.Item
                  key={key}
                  value={key}
                  className={css.item}
                  onSelect={() => {
                    onClose()
                    run()
                  }}
                >
                  {picture}
                  <span className={css.label}>{label}</span>
                  {hint && <span className={css.hint}>{hint}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <footer className={css.foot} aria-hidden>
          <span>
            <kbd className="sw-kbd">↑</kbd> <kbd className="sw-kbd">↓</kbd> {t('shell.palette.move')}
          </span>
          <span>
            <kbd className="sw-kbd">
              <CornerDownLeft size={10} />
            </kbd>{' '}
            {t('shell.palette.open')}
          </span>
          <span>
            <kbd className="sw-kbd">esc</kbd> {t('shell.close')}
          </span>
        </footer>
      </Command>
    </dialog>
  )
}
