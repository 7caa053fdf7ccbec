// `npm run verify-ledger`: checks that every transfer is balanced, that every balance is the sum of its entries, and
// that bills, top-ups and packages agree.
import { exitWith, onGround } from './on-ground.ts'
import { tellLedger } from './verify-commands.ts'

await exitWith(() => onGround(tellLedger))
