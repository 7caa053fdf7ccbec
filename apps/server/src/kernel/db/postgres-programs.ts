// Owns how a program of the embedded PostgreSQL runs: where its binaries are, as which user, and under which guard. It
// knows nothing of clusters, ports or passwords (embedded-postgres.ts does).
// Surprising: closing a pipe is the only stop signal. A shell between Node and the program waits on it, so a stop, a
// crash and kill -9 of Node all end the program the same way, and no Node needs to be alive for it.
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

// $@ runs as a job beside a reader of the pipe from Node; when the pipe closes, the job is told to stop (SIGINT: a
// fast, clean shutdown). It is told again each second, because a job that is just starting does not listen yet.
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

/** Finds the binaries and the user for a cluster at `home/data`, and answers how to run one of them there. */
export function postgresPrograms(home: string): Run {
  if (process.platform === 'win32')
    throw new Error(
      'The embedded PostgreSQL does not run on Windows. Set DATABASE_URL to a PostgreSQL of yours, or use WSL.',
    )
  const { bin, env } = findBinaries(home)
  const identity = chooseIdentity(home, join(bin, 'postgres'), env)
  return (program, args) => {
    const { via, ...user } = identity
    // Its own session: Ctrl-C in a terminal reaches the whole group, and the database must outlive the server's last
    // transaction.
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
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL of yours.`,
    )
  }
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C' }
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  )
  // npm packages cannot carry symlinks. Making one is atomic, so two processes may both try; what cannot be written is
  // worked around.
  for (const { source, target } of links) {
    if (existsSync(join(root, target)) || link(basename(source), join(root, target))) continue
    mkdirSync(join(home, 'lib'), { recursive: true, mode: 0o755 })
    rmSync(join(home, 'lib', basename(target)), { force: true })
    symlinkSync(join(root, source), join(home, 'lib', basename(target)))
    // Both folders: a library found through a link looks for its own neighbors beside the link.
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
 * PostgreSQL refuses to be root: whoever owns the cluster runs it, else a user made for that, else root under another
 * name.
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
    // Trying beats reasoning about every folder above: a 0700 one shuts out everyone but root.
    if (
      spawnSync('sh', ['-c', 'cd "$0" && exec "$@"', home, ...via, postgres, '--version'], { uid, gid, env, cwd: '/' })
        .status !== 0
    )
      continue
    // Deepest first, so that the cluster's own folder, whose owner is looked at above, changes hands last.
    if (owner.uid !== uid)
      for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' }).reverse())
        lchownSync(join(home, name), uid, gid)
    return identity
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and no other user can reach ${home}. Start Sealwright as an ordinary user, put SEALWRIGHT_DATA_DIR where user "nobody" can reach it, or set DATABASE_URL.`,
  )
}

/** Null when the program said `readyLine` (or, without one, ended well); else the end of what it printed. */
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
    // 'close' comes after the last line was read; 'exit' would lose the reason.
    running.process
      .once('error', (error) => resolve(error.message))
      .once('close', (code) => resolve(code === 0 && !readyLine ? null : tail.join('\n') || `exit code ${code}`))
  })
}

/** Asks for a clean, fast end and waits for it; asking twice is fine. */
export async function end(running: Running) {
  running.stopping = true
  running.process.stdin?.end()
  await running.ended
}
