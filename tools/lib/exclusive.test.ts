import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { exclusively } from './exclusive.mjs'

const topic = `test ${process.pid}`

/** Starts another process that takes the lock and keeps it. */
async function holder(): Promise<ChildProcess> {
  const script = `
    const { exclusively } = await import(${JSON.stringify(new URL('./exclusive.mjs', import.meta.url).href)})
    await exclusively(${JSON.stringify(topic)}, () => {
      console.log('in')
      return new Promise(() => setInterval(() => {}, 1000))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('a command waits until the previous one ends, even by kill -9', async () => {
  const first = await holder()
  const seen: string[] = []
  const second = exclusively(topic, async () => seen.push('second'))
  seen.push('first ends')
  first.kill('SIGKILL')
  await second
  expect(seen).toEqual(['first ends', 'second'])
})

test('two commands never hold the lock together, and an error releases it', async () => {
  let inside = 0
  const turn = (fails: boolean) =>
    exclusively(topic, async () => {
      expect(++inside).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      inside--
      if (fails) throw new Error('broken')
    })
  const results = await Promise.allSettled([turn(true), turn(false), turn(true), turn(false)])
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
})
