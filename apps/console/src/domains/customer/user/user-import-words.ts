// The texts about the rows of an import.
import { fieldLabel } from '@sealwright/phrases'
import { useMemo } from 'react'
import { usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import type { ReviewWords } from '../../task/review/index.ts'

const NEW_WORDS = { customers: 'customer.import.new.customers', tags: 'customer.import.new.tags' } as const

export function useImportWords(): ReviewWords {
  const t = usePhrases()
  const say = useSentences()
  return useMemo(
    () => ({
      title: t('customer.import.title'),
      of: ({ subject, total }) => t('customer.import.reviewOf', { file: subject, count: total }),
      marks: {
        waiting: t('customer.import.willAdd'),
        skip: t('customer.import.willSkip'),
        fail: t('customer.import.isBad'),
      },
      nothing: t('customer.import.nothing'),
      nothingSentence: t('customer.import.nothingSentence'),
      problems: (count) => t('customer.import.problems', { count }),
      creates: ({ creates }) =>
        (['customers', 'tags'] as const).flatMap((what) => {
          const { count = 0, names = [] } = creates?.[what] ?? {}
          if (count === 0) return []
          const listed = names.join(t('blocks.list.comma'))
          return [t(NEW_WORDS[what], { count, names: listed, more: count - names.length })]
        }),
      start: (count) => t('customer.import.start', { count }),
      again: t('customer.import.again'),
      running: t('customer.import.running'),
      leaveTitle: t('customer.import.leaveTitle'),
      leaveBody: t('customer.import.leaveBody'),
      fileName: ({ subject }) => t('customer.import.downloadName', { file: subject }),
      labelOf: (field) => fieldLabel(say, 'customer', field),
    }),
    [t, say],
  )
}
