// Installs Debian packages for the tests, only as root and only where apt-get exists. It ignores failures; callers
// check the result.
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
