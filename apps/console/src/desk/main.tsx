// The first lines of the platform desk.
import '../lib/tokens.css'
import { beginLanguage } from '../lib/words/i18n.tsx'
import { openDesk } from './open-desk.ts'

const element = document.getElementById('root')
if (!element) throw new Error('platform.html has no #root')

// The link of the first operator comes from a terminal and names no language.
beginLanguage(location.hash, navigator.languages)
openDesk(element)
