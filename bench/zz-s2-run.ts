import { licenseBatch } from './zz-s2-try.bench.ts'
import { tableOf } from './harness.ts'
const isQuick = process.argv.includes('--quick')
const figures = await licenseBatch.run(undefined as never, { isQuick, tell: (t) => console.error(t) })
for (const line of tableOf(licenseBatch, licenseBatch.sides({ isQuick }), figures)) console.log(line)
process.exit(0)
