// Owns how a program of the embedded PostgreSQL runs: the location of its binaries, its user and its guard. It does not
// own clusters, ports or passwords (embedded-postgres.ts does). Surprising: closing a pipe is the only stop signal. A
// shell between Node and the program waits on the pipe, so a stop, a crash and kill -9 of Node all end the program in
// the same way, even when Node is already dead.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

// Runs $@ as a job beside a reader of the pipe from Node. When the pipe closes, the reader sends SIGINT (a fast, clean
// shutdown) once a second, because a job that is just starting does not handle it yet.
const GUARD = `
exec 3<&0 </dev/null
"$@" 3<&- & job=$!
{ read -r _ <&3; n=0; while [ $n -lt 60 ] && kill -INT $job; do n=$((n+1)); sleep 1; done; } >/dev/null 2>&1 & reader=$!
exec 3<&-
wait $job; code=$?
{ kill $reader; wait $reader; } 2>/dev/null
exit $code`

export type Running = { process: ChildProcess; ended: Promise<number | null>; stopping: boolean }
export type Run = (program: 'initdb' | 'postgres', args: string[]) => Running

/** The embedded PostgreSQL cannot run here. The message says what to do. */
export class NoEmbeddedPostgres extends Error {
  override name = 'NoEmbeddedPostgres'
}

/** Finds the binaries and the user for a cluster at `home/data`. Returns the function that runs a program there. */
export function postgresPrograms(home: string): Run {
  if (process.platform === 'win32')
    throw new NoEmbeddedPostgres(
      'The embedded PostgreSQL does not run on Windows. Set DATABASE_URL to your own PostgreSQL, or use WSL.',
    )
  const { bin, env } = findBinaries(home)
  const identity = chooseIdentity(home, join(bin, 'postgres'), env)
  return (program, args) => {
    const { via, ...user } = identity
    // A session of its own: Ctrl-C in a terminal reaches the whole process group, but the database must outlive the
    // last transaction of the server.
    const child = spawn('sh', ['-c', GUARD, 'sh', ...via, join(bin, program), ...args], {
      ...user,
      cwd: home,
      env,
      detached: true,
      stdio: 'pipe',
    })
    return {
      process: child,
      ended: new Promise((resolve) => child.once('error', () => resolve(null)).once('exit', resolve)),
      stopping: false,
    }
  }
}

function findBinaries(home: string): { bin: string; env: NodeJS.ProcessEnv } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new NoEmbeddedPostgres(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). ` +
        'Set DATABASE_URL to your own PostgreSQL.',
    )
  }
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C' }
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  )
  // npm packages cannot contain symlinks, so create them here. Creation is atomic, so two processes may try at once. If
  // the package is read-only, the links go into `home/lib`.
  for (const { source, target } of links) {
    if (existsSync(join(root, target)) || link(basename(source), join(root, target))) continue
    mkdirSync(join(home, 'lib'), { recursive: true, mode: 0o755 })
    rmSync(join(home, 'lib', basename(target)), { force: true })
    symlinkSync(join(root, source), join(home, 'lib', basename(target)))
    // Both folders, because a library found through a link looks for other libraries beside the link.
    env['LD_LIBRARY_PATH'] = `${join(home, 'lib')}:${join(root, 'native/lib')}`
  }
  return { bin: join(root, 'native/bin'), env }
}

function link(target: string, path: string): boolean {
  try {
    symlinkSync(target, path)
    return true
  } catch {
    return existsSync(path)
  }
}

type Identity = { uid?: number; gid?: number; via: string[] }

/**
 * PostgreSQL refuses to run as root. It runs as the owner of the cluster, or else as `postgres` or `nobody`, or else as
 * root under another name (a user namespace).
 */
function chooseIdentity(home: string, postgres: string, env: NodeJS.ProcessEnv): Identity {
  if (process.getuid?.() !== 0) return { via: [] }
  const data = join(home, 'data')
  const owner = statSync(existsSync(data) ? data : home)
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const named = ['postgres', 'nobody'].flatMap((name) =>
    users.filter((user) => user[0] === name).map((user) => ({ uid: Number(user[2]), gid: Number(user[3]), via: [] })),
  )
  const renamed = { uid: 0, gid: 0, via: ['unshare', '--user', '--map-user=65534', '--map-group=65534'] }
  const candidates: Required<Identity>[] =
    owner.uid !== 0
      ? [{ uid: owner.uid, gid: owner.gid, via: [] }, ...named, renamed]
      : existsSync(data)
        ? [renamed, ...named]
        : [...named, renamed]
  for (const identity of candidates) {
    const { uid, gid, via } = identity
    chownSync(home, uid, gid)
    // Try it instead of checking every parent folder: a parent with mode 0700 keeps out everyone but root.
    if (
      spawnSync('sh', ['-c', 'cd "$0" && exec "$@"', home, ...via, postgres, '--version'], { uid, gid, env, cwd: '/' })
        .status !== 0
    )
      continue
    // Deepest first: the folder of the cluster, whose owner is read above, changes its owner last.
    if (owner.uid !== uid)
      for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' }).reverse())
        lchownSync(join(home, name), uid, gid)
    return identity
  }
  throw new NoEmbeddedPostgres(
    `PostgreSQL refuses to run as root, and no other user can reach ${home}. Start Sealwright as an ordinary user, ` +
      'put SEALWRIGHT_DATA_DIR where user "nobody" can reach it, or set DATABASE_URL.',
  )
}

/** Null if the program printed `readyLine` (or, without one, exited with 0); else the last lines of its output. */
export async function outcome(
  running: Running,
  log: (line: string) => void,
  readyLine?: string,
): Promise<string | null> {
  const { stdout, stderr } = running.process
  const tail: string[] = []
  return new Promise((resolve) => {
    for (const stream of [stdout, stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        log(line)
        if (tail.push(line) > 20) tail.shift()
        if (readyLine && line.includes(readyLine)) resolve(null)
      })
    }
    // 'close' comes after the last line of output; 'exit' may come before it and lose the reason.
    running.process
      .once('error', (error) => resolve(error.message))
      .once('close', (code) => resolve(code === 0 && !readyLine ? null : tail.join('\n') || `exit code ${code}`))
  })
}

/** Stops the program cleanly and waits for its end. Can be called twice. */
export async function end(running: Running) {
  running.stopping = true
  running.process.stdin?.end()
  await running.ended
}
