// The first lines of the platform desk.
import '../lib/tokens.css'
import { beginLanguage } from '../lib/words/i18n.tsx'
import { openDesk } from './open-desk.ts'

const element = document.getElementById('root')
if (!element) throw new Error('platform.html has no #root')

beginLanguage(location.hash)
openDesk(element)
