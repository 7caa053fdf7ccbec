// `npm run verify-log`: recomputes every developer's operation-log chain and checks it against the seals and the signed
// checkpoints.
import { exitWith, onGround } from './on-ground.ts'
import { tellLog } from './verify-commands.ts'

await exitWith(() => onGround(tellLog))
