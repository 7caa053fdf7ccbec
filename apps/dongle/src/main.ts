// `npm run dongle -- COMMAND …`: a virtual dongle for trials and development. It behaves as hardware would, but its
// keys lie in a file: it is a simulation and protects nothing.
import { runCommand } from './command.ts'

const code = await runCommand(process.argv.slice(2))
// The background process sets its own.
if (code !== 0) process.exitCode = code
