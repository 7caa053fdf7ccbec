import type { Phrases } from '../phrases.ts'

export const guide: Phrases['guide'] = {
  title: 'Guide',
  skip: 'Skip to the text',
  contents: 'Contents',
  console: 'Open the console',
  api: 'API reference',
  onlyEnglish: 'This page is only available in English.',
  missing: {
    title: 'The guide has no such page',
    body: 'The link may be incomplete, or the page has moved.',
  },
  toGuide: 'Back to the guide',
}
