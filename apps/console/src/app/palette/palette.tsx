import { sentences } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
// The palette (⌘K, Ctrl+K): goes to screens, finds rows of any list, starts actions, within the privileges of the
// person. It is a search field with results, not a decision, so Escape and a click outside close it.
import { Command } from 'cmdk'
import { ArrowRight, CornerDownLeft, Languages, LogOut, Moon, Plus, SquareArrowRight, Sun } from 'lucide-react'
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePaused } from '../../blocks/control/paused.ts'
import { cleaned } from '../../blocks/control/typed-text.ts'
import { goToHref } from '../../lib/place/navigate.tsx'
import { findScreen } from '../../lib/place/screen.ts'
import type { ScreenRow } from '../../lib/place/screen.ts'
import { signOut } from '../../lib/session/leave.ts'
import { chooseLocale } from '../../lib/session/preferences.ts'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { chooseTheme, useTheme } from '../../lib/session/theme.ts'
import { useStored } from '../../lib/stored.ts'
import { SHELL_UNIT, useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { loadUnit } from '../../lib/words/phrase-units.ts'
import { actionRows, screenRows } from '../shell/menu-rows.ts'
import { fitting } from './matching.ts'
import type { Named } from './matching.ts'
import { recentOf, rememberOpened } from './recent.ts'
import { useFoundGroups } from './sources.tsx'
import type { Choice } from './sources.tsx'
import css from './palette.module.css'

/** The titles in the other language. They load after the palette opens. */
function useOtherWords(): Sentences | undefined {
  const locale = useLanguage((language) => language.locale)
  const [words, setWords] = useState<Sentences>()
  useEffect(() => {
    const other = locale === 'zh' ? 'en' : 'zh'
    let isWanted = true
    const load = async () => {
      const messages = await loadUnit(other, SHELL_UNIT)
      if (isWanted) setWords(() => sentences(other, messages))
    }
    load().catch(() => undefined) // titles are then found in one language only
    return () => {
      isWanted = false
    }
  }, [locale])
  return words
}

interface Section {
  heading: string
  choices: readonly Choice[]
}

/** Without duplicates. */
function withoutRepeats(sections: readonly Section[]): Section[] {
  const seen = new Set<string>()
  return sections
    .map(({ heading, choices }) => ({
      heading,
      choices: choices.filter(({ key }) => !seen.has(key) && seen.add(key)),
    }))
    .filter(({ choices }) => choices.length > 0)
}

/** The choices for the typed text, recent ones first. */
function useSections(typed: string): Section[] {
  const t = usePhrases()
  const session = useSession()
  const accountId = session.account.id
  const locale = useLanguage((language) => language.locale)
  const { shown } = useTheme()
  const otherWords = useOtherWords()
  const recent = useStored(recentOf(accountId)) ?? []
  const found = useFoundGroups(usePaused(useDeferredValue(typed).trim()))

  const namesOf = ({ title, menu }: ScreenRow) => {
    const keys = [title, ...(menu ? [`shell.groups.${menu.group}` as const] : [])]
    return keys.flatMap((key) => [t(key), ...(otherWords ? [otherWords(key)] : [])])
  }
  const opening = (href: string, name?: string) => () => {
    rememberOpened(accountId, { href, ...(name !== undefined && { name }) })
    goToHref(href)
  }
  const screenChoice = (row: ScreenRow): Choice & Named => {
    const section = row.menu && t(`shell.groups.${row.menu.group}`)
    const Icon = row.menu?.icon ?? SquareArrowRight
    return {
      key: row.path,
      address: row.path,
      names: namesOf(row),
      label: t(row.title),
      ...(section && section !== t(row.title) && { hint: section }),
      picture: <Icon size={16} aria-hidden />,
      run: opening(row.path),
    }
  }
  const recentChoice = ({ href, name }: (typeof recent)[number]): (Choice & Named)[] => {
    const row = findScreen(href.split('?', 1)[0] ?? href)
    if (!row || !hasAccess(session, row.access)) return []
    if (name === undefined) return [screenChoice(row)]
    const list = row.parent === undefined ? row : (findScreen(row.parent) ?? row)
    const Icon = list.menu?.icon ?? SquareArrowRight
    return [
      {
        key: href,
        names: [name],
        label: name,
        hint: t(list.title),
        picture: <Icon size={16} aria-hidden />,
        run: opening(href, name),
      },
    ]
  }
  const otherLocale = locale === 'zh' ? 'en' : 'zh'
  const otherTheme = shown === 'dark' ? 'light' : 'dark'
  const actions: (Choice & Named)[] = [
    ...actionRows(session).map((row) => ({
      key: row.path,
      address: row.path,
      names: namesOf(row),
      label: t(row.title),
      picture: <Plus size={16} aria-hidden />,
      run: () => goToHref(row.path),
    })),
    ...[
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
    ].map((choice) => ({ ...choice, names: [choice.label] })),
  ]
  return withoutRepeats([
    { heading: t('shell.palette.recent'), choices: fitting(recent.flatMap(recentChoice), typed) },
    // Screens come before results: they are available at once, and only a few match.
    { heading: t('shell.palette.screens'), choices: fitting(screenRows(session).map(screenChoice), typed) },
    ...found.map(({ heading, things, all }) => ({
      heading: t(heading),
      choices: [
        ...things.map(({ href, ...thing }) => ({ ...thing, key: href, run: opening(href, thing.label) })),
        ...(all ? [{ ...all, picture: <ArrowRight size={16} aria-hidden /> }] : []),
      ],
    })),
    { heading: t('shell.palette.actions'), choices: fitting(actions, typed) },
  ])
}

export function Palette({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const sections = useSections(typed)
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  const type = (text: string) => {
    setTyped(text)
    setChosen('')
  }

  // A layout effect, because closing the dialog while it is still in the document restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    input.current?.focus()
    return () => element?.close()
  }, [])

  // The highlighted choice stays while it exists, so that late results do not change what Enter opens.
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
