// `npm run platform -- COMMAND`.
import { exitWith, onGround } from './on-ground.ts'
import { runPlatform } from './platform/commands.ts'

await exitWith(() => runPlatform(process.argv.slice(2), onGround))
