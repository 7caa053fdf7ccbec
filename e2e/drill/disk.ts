// Fills a center's disk to the last byte while people buy. The server must refuse calls as unavailable, or end and say
// why. With free space it must work again, and every answered purchase must be there. It needs a small disk, which only
// root can mount.
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCenter } from '../support/center-process.ts'
import type { RunningCenter } from '../support/center-process.ts'
import { callerAt, signInDemo } from '../support/demo-seat.ts'
import { conclude, say } from './proof.ts'
import { offerPackages, problemsOfPurchases, startBuyers } from './purchases.ts'

const DISK = '300m'
const REFUSALS = 50
const GIVEN_UP_MS = 60_000
const BLOCK = Buffer.alloc(256 * 1024)

/** Takes all free space; repeated calls also take space that others free. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (let size = BLOCK.length; size >= 512; size = Math.floor(size / 2)) {
      // A short write means that the disk is nearly full.
      while (
        (await file.write(BLOCK, 0, size).then(
          ({ bytesWritten }) => bytesWritten,
          () => 0,
        )) === size
      );
    }
  } finally {
    await file.close()
  }
}

function isAlive({ pid }: RunningCenter): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns the number of problems. */
export async function drillDisk(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-drill-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0711`, 'tmpfs', folder]).status !== 0) {
    await rmdir(folder)
    say('disk: skipped, because only root can mount a small disk.')
    return 0
  }
  let center: RunningCenter | undefined
  try {
    await chmod(folder, 0o711)
    let running = (center = await startCenter({ isFromSource: true, folder, isQuiet: true }))
    const headers = await signInDemo(running.url)
    await offerPackages(running.databaseUrl)
    const buyers = startBuyers(() => callerAt(running.url, headers))
    while (buyers.answered.size < 10) await pause(20)
    const before = buyers.answered.size
    const ballast = join(folder, 'ballast')
    const end = performance.now() + GIVEN_UP_MS
    while (isAlive(running) && buyers.failed.unavailable < REFUSALS && performance.now() < end) {
      await fill(ballast)
      await pause(50)
    }
    const problems: string[] = []
    const isUp = isAlive(running)
    say(
      `the disk is full: ${buyers.answered.size - before} purchases answered, ` +
        `${buyers.failed.unavailable} refused as unavailable; the server ${isUp ? 'stays up' : 'has ended'}`,
    )
    if (isUp && buyers.failed.unavailable < REFUSALS) problems.push('the server did not notice the full disk')
    const reason = /could not .{0,200}?No space left on device/.exec(running.complaints())?.[0]
    if (reason === undefined)
      problems.push(`the log does not say that the disk is full, but: ${running.complaints().slice(-500)}`)
    else say(`its log says: ${reason}`)

    await rm(ballast)
    const freedAt = performance.now()
    if (!isUp) running = center = await startCenter({ isFromSource: true, folder, isQuiet: true })
    while (buyers.lastAt() < freedAt && performance.now() - freedAt < GIVEN_UP_MS) await pause(20)
    if (buyers.lastAt() < freedAt) problems.push('no purchase was answered after space was freed')
    else
      say(
        `with free space${isUp ? '' : ' and after a restart'}: ` +
          `the first purchase after ${Math.round(buyers.lastAt() - freedAt)} ms`,
      )
    await pause(1_000)
    await buyers.stop()
    const { packages, problems: unpaid } = await problemsOfPurchases(running.databaseUrl, buyers.answered)
    await running.stop()
    return conclude(
      folder,
      ['ledger', 'log'],
      [...problems, ...buyers.wrong, ...unpaid],
      `a full disk, ${packages} packages (${buyers.answered.size} answered): nothing lost.`,
    )
  } finally {
    await center?.stop()
    // Processes that the proofs started may still be ending.
    for (let tries = 1; spawnSync('umount', [folder]).status !== 0 && tries < 50; tries += 1) await pause(100)
    await rmdir(folder)
  }
}
