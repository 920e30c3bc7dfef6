import { createTurns } from '#server/throttle/turns.ts'

/** Thrown where strangers of all networks fill the line. */
export class LineIsFull extends Error {
  override readonly name = 'LineIsFull'
}

/** Thrown where those of one network fill its part of the line. */
export class NetworkIsWaiting extends Error {
  override readonly name = 'NetworkIsWaiting'
}

/**
 * Who waits: a user whom we know (by a session, a link, a device of theirs), by their id; a stranger of a network; or the server
 * itself, at its start.
 */
export type Waiting = 'server' | { readonly account: number } | { readonly network: string }

/** Runs work in the line. */
export type HashingLine = <T>(waiting: Waiting, work: () => Promise<T>) => Promise<T>

export interface LineLimits {
  /** So much work runs side by side. */
  readonly atOnce: number
  /** So many strangers of one network wait, beside those whose work runs. */
  readonly perNetwork: number
  /** So many strangers wait in all. */
  readonly strangers: number
}

/**
 * Lets `atOnce` pieces of work run side by side. Those whom we know go first, in the order they came. Of one account one is in
 * the line at a time, and the others wait for it: an account may have any number of devices. Of strangers one of each
 * network goes after the other, so that a network that floods the line waits for itself.
 */
export function createHashingLine({ atOnce, perNetwork, strangers }: LineLimits): HashingLine {
  const ofAccount = createTurns()
  const known: (() => void)[] = []
  /** By network, that one first which has waited longest for its turn. */
  const lines = new Map<string, (() => void)[]>()
  let running = 0
  let inLines = 0

  function lineOf(network: string): (() => void)[] {
    const line = lines.get(network) ?? []
    if (line.length >= perNetwork) throw new NetworkIsWaiting()
    if (inLines >= strangers) throw new LineIsFull()
    lines.set(network, line)
    inLines++
    return line
  }
  function nextStranger(): (() => void) | undefined {
    const [first] = lines
    if (!first) return undefined
    const [network, line] = first
    lines.delete(network)
    const next = line.shift()
    if (line.length > 0) lines.set(network, line)
    inLines--
    return next
  }
  async function enter(waiting: Waiting): Promise<void> {
    if (running < atOnce) {
      running++
      return
    }
    // Work that ends hands over its place: none that comes meanwhile slips in between.
    const line = isStranger(waiting) ? lineOf(waiting.network) : known
    await new Promise<void>((resolve) => line.push(resolve))
  }
  const run: HashingLine = async (waiting, work) => {
    await enter(waiting)
    try {
      return await work()
    } finally {
      const next = known.shift() ?? nextStranger()
      if (next) next()
      else running--
    }
  }
  return (waiting, work) =>
    waiting === 'server' || isStranger(waiting)
      ? run(waiting, work)
      : ofAccount(`${waiting.account}`, () => run(waiting, work))
}

const isStranger = (waiting: Waiting): waiting is { readonly network: string } =>
  waiting !== 'server' && 'network' in waiting
