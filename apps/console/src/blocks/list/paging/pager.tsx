// The pager: count, pages and page size. Pages are links, so that they can be opened in another tab.
import type { Page } from '@sealwright/contract'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import '../list.css'
import { Menu } from '../../overlay/menu.tsx'
import { useCountText } from './list-count.ts'
import { offeredPages } from './list-paging.ts'

interface PagerProps {
  page: number
  found: Omit<Page<unknown>, 'rows'>
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

export function Pager({ page, found, size, sizes, hrefOf, onSize }: PagerProps) {
  const t = usePhrases()
  const countText = useCountText()
  const { total, records, recordsCapped } = found
  return (
    <nav className="pager" aria-label={t('blocks.pager.label')}>
      <span className="pager-count">
        {t('blocks.pager.count', { count: countText(records, recordsCapped), records })}
      </span>
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
