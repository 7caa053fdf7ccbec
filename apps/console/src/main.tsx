// The first lines of the console: keep what the address brought, then open the page that it names.
import './lib/tokens.css'
import { openConsole } from './app/console.ts'
import { keepEntryParameters } from './lib/stored.ts'
import { beginLanguage } from './lib/words/i18n.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

keepEntryParameters(location)
beginLanguage(location.hash)
openConsole(element)
