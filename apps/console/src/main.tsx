// The first lines of the console: keep what the address brought, then load the language and the page beside each other.
import './lib/tokens.css'
import { openStage } from './app/stage.tsx'
import { showFirstLanguage, speakOutside } from './lib/i18n.tsx'
import { keepEntryParameters } from './lib/stored.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

keepEntryParameters(location.search)
speakOutside()
await Promise.all([showFirstLanguage(location.hash), openStage(element)])
