import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUse, holdFolder } from './folder-lock.ts'

let dir: string
const owners: ChildProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'folder-lock-'))
})

afterEach(() => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/**
 * Another process that tries to hold the folder, prints 'held' or the pid of the holder, and lives until stdin ends.
 */
async function contender(): Promise<{ owner: ChildProcess; said: string }> {
  const script = `
    const { holdFolder } = await import(${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)})
    try { await holdFolder(${JSON.stringify(dir)}); console.log('held') }
    catch (error) { console.log(error.name + ' ' + error.pid) }
    process.stdin.resume()`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  owners.push(owner)
  const [said] = await once(owner.stdout, 'data')
  return { owner, said: String(said).trim() }
}

test('a folder held by another live process is refused, naming its pid', async () => {
  const { owner } = await contender()
  const refusal = await holdFolder(dir).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FolderInUse)
  expect(refusal).toMatchObject({ pid: owner.pid })
})

test('a holder that is killed by kill -9 frees the folder immediately', async () => {
  const { owner } = await contender()
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  const hold = await holdFolder(dir)
  await hold.release()
})

test('a pid file with the pid of another program does not block the folder', async () => {
  writeFileSync(join(dir, 'lock.pid'), `${process.ppid}\n`)
  const hold = await holdFolder(dir)
  await hold.release()
})

test('exactly one of many concurrent starts holds the folder', async () => {
  const said = (await Promise.all(Array.from({ length: 6 }, contender))).map((each) => each.said)
  expect(said.filter((each) => each === 'held')).toHaveLength(1)
  expect(said.filter((each) => each.startsWith('FolderInUse'))).toHaveLength(5)
})

test('a second hold in the same process is refused until the first is released', async () => {
  const hold = await holdFolder(dir)
  await expect(holdFolder(dir)).rejects.toMatchObject({ name: 'FolderInUse', pid: process.pid })
  await hold.release()
  await hold.release()
  const again = await holdFolder(dir)
  await again.release()
})
