// The text of `npm start -- --help`. The variables come from the table in the guide, so that they are described once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './process.mjs'

const GUIDE = 'docs/guide/configuration.md'

export function startHelp() {
  const rows = readFileSync(join(ROOT, GUIDE), 'utf8')
    .split('\n')
    .map((line) => /^\| `([A-Z_]+)` \| (.*?) \|/.exec(line))
    .filter((row) => row !== null)
  const width = Math.max(...rows.map(([, name]) => name.length))
  return [
    'npm start installs and builds what is missing, then runs the center until Ctrl-C.',
    'It takes no arguments. Environment variables configure it:',
    '',
    ...rows.map(([, name, initial]) => `  ${name.padEnd(width)}  ${initial.replaceAll('`', '')}`),
    '',
    `The second column is the default. ${GUIDE} describes each variable.`,
    'For example: SEALWRIGHT_PORT=9000 npm start',
  ].join('\n')
}
