// The help menu: the guide page of this screen, the guide, the API reference and the shortcuts.
import { BookOpen, BookOpenText, Braces, CircleHelp, Keyboard, MessageSquareText } from 'lucide-react'
import { Menu } from '../../blocks/overlay/menu.tsx'
import { alert } from '../../lib/dialog/dialog.tsx'
import { API_REFERENCE, guideHref } from '../../lib/place/guide.ts'
import { goTo, usePath } from '../../lib/place/navigate.tsx'
import { findScreen } from '../../lib/place/screen.ts'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { guidePageOf } from './guide.ts'
import { shownKeys, useShortcut } from './shortcuts.ts'
import css from './help-menu.module.css'

/** Open in a new tab, so that nobody loses a form. */
const openBeside = (href: string) => void window.open(href, '_blank', 'noopener')

function Keys() {
  const t = usePhrases()
  const rows = [
    { keys: shownKeys('palette'), act: t('shell.keys.palette') },
    { keys: shownKeys('rail'), act: t('shell.keys.rail') },
    { keys: '/', act: t('shell.keys.list') },
    { keys: shownKeys('keys'), act: t('shell.keys.keys') },
  ]
  return (
    <dl className={css.keys}>
      {rows.map(({ keys, act }) => (
        <div key={keys}>
          <dt>{act}</dt>
          <dd>
            <kbd className="sw-kbd">{keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function HelpMenu() {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const path = usePath()
  const row = findScreen(path)
  const page = row && guidePageOf(row)
  const showKeys = () => void alert({ title: t('shell.help.keys'), body: <Keys /> })
  useShortcut('keys', showKeys)
  return (
    <Menu
      className="sw-icon-button"
      label={t('shell.help.title')}
      align="end"
      items={[
        ...(page === undefined
          ? []
          : [
              {
                key: 'screen',
                label: t('shell.help.screen'),
                icon: BookOpenText,
                onSelect: () => openBeside(guideHref(locale, page)),
              },
            ]),
        { key: 'guide', label: t('shell.help.guide'), icon: BookOpen, onSelect: () => openBeside(guideHref(locale)) },
        { key: 'api', label: t('shell.help.api'), icon: Braces, onSelect: () => openBeside(API_REFERENCE) },
        {
          key: 'feedback',
          label: t('feedback.titles.form'),
          icon: MessageSquareText,
          startsGroup: true,
          onSelect: () => goTo('/feedback', { from: path }),
        },
        { key: 'keys', label: t('shell.help.keys'), icon: Keyboard, onSelect: showKeys },
      ]}
    >
      <CircleHelp size={17} aria-hidden />
    </Menu>
  )
}
