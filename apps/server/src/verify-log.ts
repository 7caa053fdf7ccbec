// `npm run verify-log`: recomputes the operation log chain of every developer and compares it with the seals and the
// signed checkpoints.
import { exitWith, onGround } from './on-ground.ts'
import { tellLog } from './verify-commands.ts'

await exitWith(() => onGround(tellLog))
