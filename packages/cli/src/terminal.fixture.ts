// Runs commands in this process against a test center, as on a terminal with a folder of its own.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from './run.ts'
import type { World } from './world.ts'

/** The parts of a test center that the command meets. */
interface Center {
  fetch: typeof fetch
  clock: { now(): Date }
}

export interface Told {
  code: number
  out: string
  err: string
}

interface Given extends Partial<Omit<World, 'out' | 'err'>> {
  input?: string
}

export async function createCommandLine(center: () => Center, shared: Given = {}) {
  const home = await mkdtemp(join(tmpdir(), 'sealwright-cli-'))
  /** The test center takes requests by their path. */
  const send: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return center().fetch(`${pathname}${search}`, init)
  }
  const run = async (args: readonly string[], { input = '', ...given }: Given = {}): Promise<Told> => {
    let out = ''
    let err = ''
    const code = await runCommandLine(args, {
      columns: null,
      showsProgress: false,
      ask: null,
      fetch: send,
      now: () => center().clock.now(),
      pause: async () => undefined,
      home,
      readInput: async () => input,
      ...shared,
      ...given,
      env: { LANG: 'en_US.UTF-8', ...shared.env, ...given.env },
      out: async (part) => void (out += typeof part === 'string' ? part : Buffer.from(part).toString()),
      err: (part) => void (err += part),
    })
    return { code, out, err }
  }
  return { home, run, send }
}
