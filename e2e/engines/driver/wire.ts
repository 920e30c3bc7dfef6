import { readdirSync, readFileSync } from 'node:fs'

/** The WebDriver commands in use. Both engines have them. */
export type Command =
  | 'navigate'
  | 'back'
  | 'url'
  | 'script'
  | 'async'
  | 'screenshot'
  | 'size'
  | 'timeouts'
  | 'actions'
  | 'new_window'
  | 'switch_to'
  | 'handle'
  | 'handles'
  | 'keys'

/** A running browser and the connection that controls it. */
export interface Wire {
  /** Sends a command. Rejects with the browser's own message. */
  readonly send: (command: Command, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown>
  /** The errors that pages wrote to the console since the last call, one line each. */
  readonly consoleErrors: () => Promise<readonly string[]>
  /** Kills the browser, as a crash or an empty battery does. */
  readonly kill: () => Promise<void>
}

export interface StartOptions {
  /** The folder of the browser's profile, which survives kills. */
  readonly profile: string
}

/** The key of an element reference in WebDriver. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Waits until `look` returns a value other than null, and returns it. Throws `message` after `within` milliseconds. An
 * error of `look` counts as null, because between two pages nothing responds; the last error becomes the cause.
 */
export async function until<T>(look: () => Promise<T | null>, message: string, within: number): Promise<T> {
  for (const end = Date.now() + within; ; ) {
    let cause: unknown = null
    const found = await look().catch((error: unknown) => {
      cause = error
      return null
    })
    if (found !== null) return found
    if (Date.now() > end) throw new Error(cause === null ? message : `${message} ${cause}`, { cause })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly line: string
}

function processes(): readonly Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      // The program's name, in parentheses, can contain any character.
      const parent = Number(
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) \S+ /s, '')
          .split(' ')[0],
      )
      return [{ pid: Number(name), parent, line }]
    } catch {
      return [] // The process has ended meanwhile.
    }
  })
}

/** Kills all processes of a profile with their descendants, and waits until they are gone. */
export async function killProcessTree(profile: string, root?: number): Promise<void> {
  const family = () => {
    const all = processes()
    const found = new Set(all.filter(({ line, pid }) => line.includes(profile) || pid === root).map(({ pid }) => pid))
    for (let grew = true; grew; ) {
      const more = all.filter(({ pid, parent }) => found.has(parent) && !found.has(pid))
      for (const { pid } of more) found.add(pid)
      grew = more.length > 0
    }
    found.delete(process.pid)
    return [...found]
  }
  const gone = async () => {
    const left = family()
    for (const pid of left) kill(pid)
    return left.length === 0 ? true : null
  }
  await until(gone, `The browser of ${profile} can't be killed.`, 10_000)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
