// Turning the pages of something that happened, newest first: the two ways, and nothing where there is one page.
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { Button } from '../../control/button.tsx'
import './turn-pages.css'

interface TurnPagesProps {
  page: number
  /** How many there are. */
  pages: number
  onTurn: (page: number) => void
}

export function TurnPages({ page, pages, onTurn }: TurnPagesProps) {
  const t = usePhrases()
  if (pages <= 1) return null
  return (
    <nav className="turn-pages" aria-label={t('blocks.pager.label')}>
      <Button size="small" disabled={page <= 1} onPress={() => onTurn(page - 1)}>
        {t('blocks.turnPages.newer')}
      </Button>
      <Button size="small" disabled={page >= pages} onPress={() => onTurn(page + 1)}>
        {t('blocks.turnPages.older')}
      </Button>
    </nav>
  )
}
