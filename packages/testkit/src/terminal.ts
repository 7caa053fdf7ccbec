// Runs operator commands in this process on the ground of a test center, and returns their output and exit code.
import type { Ground } from '@sealwright/server'
import { runPlatform } from '@sealwright/server/platform/commands.ts'
import { vi } from 'vitest'
import type { TestCenter } from './center.ts'

export interface Terminal {
  /** Runs a command on the center's ground. */
  run(command: (ground: Ground) => Promise<number>): Promise<{ code: number; output: string }>
  /** `npm run platform -- ARGS`. */
  platform(...args: string[]): Promise<{ code: number; output: string }>
}

export function createTerminal(center: () => TestCenter): Terminal {
  async function told(command: () => Promise<number>) {
    const lines: string[] = []
    const tell = (text: string) => void lines.push(`${text}\n`)
    const spies = [
      vi.spyOn(console, 'log').mockImplementation(tell),
      vi.spyOn(console, 'error').mockImplementation(tell),
    ]
    try {
      const code = await command()
      return { code, output: lines.join('') }
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }
  // The center's queues are already open and must stay open.
  const ground = (): Ground => ({
    ...center().ground,
    jobs: { ...center().ground.jobs, open: async () => undefined, stop: async () => undefined },
  })
  return {
    run: (command) => told(() => command(ground())),
    platform: (...args) => told(() => runPlatform(args, (command) => command(ground()))),
  }
}
