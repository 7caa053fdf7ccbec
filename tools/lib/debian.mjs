// Installs Debian packages for the tests, only as root and only where apt-get exists. It ignores failures; callers
// check the result.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, timed } from './process.mjs'

export async function installPackages(packages) {
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] }
  // Waits for another running install instead of failing.
  const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  await timed(`Installing ${packages.join(' and ')}`, async () => {
    await run('apt-get', [...patient, 'update'], options)
    await run('apt-get', [...patient, 'install', '-y', '--no-install-recommends', ...packages], options)
  })
}

/**
 * Installs missing commands, each from the package of its name. The tests of a command that is still missing are
 * skipped.
 */
export async function ensureCommands(names) {
  const missing = () => names.filter((name) => spawnSync(name, ['--version']).status !== 0)
  await installPackages(missing())
  for (const name of missing()) console.log(`No ${name} (Debian: apt-get install ${name}): its tests are skipped.`)
}
