import { readdirSync, readFileSync } from 'node:fs'

/** The commands of WebDriver that are used here, as both engines take them. */
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

/** A browser that runs, and the way to tell it what to do. */
export interface Wire {
  /** Rejects with the browser's own words. */
  readonly send: (command: Command, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown>
  /** What the page has written to the console as errors since it was asked last, one line each. */
  readonly consoleErrors: () => Promise<readonly string[]>
  /** Ends it as a crash or an empty battery does. */
  readonly kill: () => Promise<void>
}

export interface Started {
  /** The folder of its profile, which lasts over kills. */
  readonly profile: string
}

/** An element as WebDriver names it. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Waits until `look` answers something, and gives that; throws `what` after so many milliseconds. What `look` throws is no
 * answer either, since between two pages there is nothing to ask; the last of it is told as the cause.
 */
export async function until<T>(look: () => Promise<T | null>, what: string, within: number): Promise<T> {
  for (const end = Date.now() + within; ; ) {
    let cause: unknown = null
    const found = await look().catch((error: unknown) => {
      cause = error
      return null
    })
    if (found !== null) return found
    if (Date.now() > end) throw new Error(cause === null ? what : `${what} ${cause}`, { cause })
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
      // The name of a program, in brackets, may have any character in it.
      const parent = Number(
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) \S+ /s, '')
          .split(' ')[0],
      )
      return [{ pid: Number(name), parent, line }]
    } catch {
      return [] // It has ended meanwhile.
    }
  })
}

/** Kills all processes that were started for a profile, with whatever these have started, and waits until they are gone. */
export async function killFamily(profile: string, root?: number): Promise<void> {
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
