// Finds a Python with the `cryptography` package for the tests of examples; as root on Debian it installs the package.
// It tries Debian's own Python first: another Python earlier in PATH does not see Debian's packages.
import { spawnSync } from 'node:child_process'
import { installPackages } from './lib/debian.mjs'

/** A Python that can run the examples; undefined if there is none. */
export function findPython() {
  return ['/usr/bin/python3', 'python3'].find((path) => spawnSync(path, ['-c', 'import cryptography']).status === 0)
}

/** Installs the missing package, or prints which test is skipped. */
export async function ensurePython() {
  if (findPython()) return
  await installPackages(['python3-cryptography'])
  if (!findPython())
    console.log(
      'No Python with "cryptography" (Debian: apt-get install python3-cryptography): ' +
        'the example that verifies a lease is not tested.',
    )
}
