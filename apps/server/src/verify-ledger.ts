// `npm run verify-ledger`: proves that every transfer adds up and every balance is what its entries say, and that
// bills, top-ups and packages agree.
import { exitWith, onGround } from './on-ground.ts'
import { tellLedger } from './verify-commands.ts'

await exitWith(() => onGround(tellLedger))
