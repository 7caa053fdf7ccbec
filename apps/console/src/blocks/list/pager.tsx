// The pager: count, pages and page size. Pages are links, so that they can be opened in another tab.
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './list.css'
import { Menu } from '../overlay/menu.tsx'
import { offeredPages } from './list-paging.ts'

interface PagerProps {
  page: number
  total: number
  /** The number of records, as shown text. */
  count: string
  records: number
  size: number
  sizes: readonly number[]
  hrefOf: (page: number) => string
  onSize: (size: number) => void
}

function Step({ href, label, children }: { href: string | undefined; label: string; children: ReactNode }) {
  return href === undefined ? (
    <span className="pager-step" aria-disabled>
      {children}
    </span>
  ) : (
    <Link className="pager-step" href={href} aria-label={label}>
      {children}
    </Link>
  )
}

export function Pager({ page, total, count, records, size, sizes, hrefOf, onSize }: PagerProps) {
  const t = usePhrases()
  return (
    <nav className="pager" aria-label={t('blocks.pager.label')}>
      <span className="pager-count">{t('blocks.pager.count', { count, records })}</span>
      {total > 1 && (
        <span className="pager-pages">
          <Step href={page > 1 ? hrefOf(page - 1) : undefined} label={t('blocks.pager.previous')}>
            <ChevronLeft size={16} aria-hidden />
          </Step>
          {offeredPages(page, total).map((n, index) =>
            n === null ? (
              <span key={`gap ${index}`} className="pager-gap" aria-hidden>
                …
              </span>
            ) : (
              <Link
                key={n}
                className="pager-page"
                href={hrefOf(n)}
                aria-current={n === page ? 'page' : undefined}
                aria-label={t('blocks.pager.page', { page: n })}
              >
                {n}
              </Link>
            ),
          )}
          <Step href={page < total ? hrefOf(page + 1) : undefined} label={t('blocks.pager.next')}>
            <ChevronRight size={16} aria-hidden />
          </Step>
        </span>
      )}
      <Menu
        className="sw-button pager-size"
        align="end"
        choice="one"
        items={() =>
          sizes.map((n) => ({
            key: String(n),
            label: t('blocks.pager.size', { size: n }),
            isChecked: n === size,
            onSelect: () => onSize(n),
          }))
        }
      >
        {t('blocks.pager.size', { size })}
        <ChevronDown size={14} aria-hidden />
      </Menu>
    </nav>
  )
}
