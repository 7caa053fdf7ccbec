// Installs Debian's packages for the tests, where that is allowed: as root, on a Debian. Whether it helped is for the
// caller to look.
import { existsSync } from 'node:fs'
import { run, timed } from './process.mjs'

export async function installPackages(packages) {
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] }
  // Another install on the machine is waited for instead of failing at once.
  const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  await timed(`Installing ${packages.join(' and ')}`, async () => {
    await run('apt-get', [...patient, 'update'], options)
    await run('apt-get', [...patient, 'install', '-y', '--no-install-recommends', ...packages], options)
  })
}
