// Owns finding a Python for the tests of examples: one that has `cryptography`, from Debian's package when this may
// install it. Surprising: Debian's own Python is asked first, since another one before it in PATH does not see Debian's
// packages.
import { spawnSync } from 'node:child_process'
import { installPackages } from './lib/debian.mjs'

/** A Python that runs the examples; undefined where there is none. */
export function findPython() {
  return ['/usr/bin/python3', 'python3'].find((path) => spawnSync(path, ['-c', 'import cryptography']).status === 0)
}

/** Installs what is missing, or says what stays untested. */
export async function ensurePython() {
  if (findPython()) return
  await installPackages(['python3-cryptography'])
  if (!findPython())
    console.log(
      'No Python with "cryptography" (Debian: apt-get install python3-cryptography): the example that verifies a lease is not tested.',
    )
}
