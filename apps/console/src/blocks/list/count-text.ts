// The number of rows in words: "10,000+" where the server stopped counting.
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

export function useCountText(): (count: number, isCapped: boolean | undefined) => string {
  const t = usePhrases()
  const { number } = useFormat()
  return (count, isCapped) => (isCapped ? t('blocks.list.capped', { count: number(count) }) : number(count))
}
