import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'

const ROOT = join(import.meta.dirname, '../../..')

export interface ServerProcess {
  readonly process: ChildProcess
  /** The standard output so far. */
  readonly output: () => string
  readonly errors: () => string
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
}

/**
 * Starts `server/main.ts` with only these settings. By default it logs only errors: a warning that the app is not built
 * is normal here.
 */
export function startServer(settings: Readonly<Record<string, string>>): ServerProcess {
  const env = { LOG_LEVEL: 'error', ...COMPILE_CACHE, ...settings }
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.errors += text
  })
  return {
    process: child,
    output: () => printed.output,
    errors: () => printed.errors,
    ended: once(child, 'close').then(([code]) => code as number | null),
  }
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * Waits until the server prints that it is ready. Returns its port. Throws with its error output if it ends instead.
 */
export async function portOf(server: ServerProcess): Promise<number> {
  for (;;) {
    const port = /is ready: http:\/\/[^:]+:(\d+)/.exec(server.output())?.[1]
    if (port) return Number(port)
    const next = once(server.process.stdout ?? server.process, 'data').then(() => 'said more')
    if ((await Promise.race([next, server.ended])) !== 'said more') {
      throw new Error(`The server did not start: ${server.errors()}`)
    }
  }
}
