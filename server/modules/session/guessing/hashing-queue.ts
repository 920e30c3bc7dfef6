import { createSerialRunner } from '#server/throttle/serial-runner.ts'

/** Thrown when strangers of all networks together fill the line. */
export class HashingQueueIsFull extends Error {
  override readonly name = 'LineIsFull'
}

/** Thrown when the strangers of one network fill that network's part of the line. */
export class NetworkIsWaiting extends Error {
  override readonly name = 'NetworkIsWaiting'
}

/**
 * Who waits: a known account (known by a session, a link, or a device of the user), by its user id; a stranger from a
 * network; or the server itself, at its start.
 */
export type HashCaller = 'server' | { readonly account: number } | { readonly network: string }

/** Runs work in the line. */
export type HashingQueue = <T>(waiting: HashCaller, work: () => Promise<T>) => Promise<T>

export interface HashingQueueLimits {
  /** How many pieces of work run in parallel. */
  readonly atOnce: number
  /** How many strangers of one network may wait, in addition to those whose work runs. */
  readonly perNetwork: number
  /** How many strangers may wait in total. */
  readonly strangers: number
}

/**
 * Runs up to `atOnce` pieces of work in parallel. Known accounts and the server go first, in order of arrival. Each
 * account has one piece of work in the line at a time, and its other work waits, because an account may have any number
 * of devices. The networks of strangers take turns, one stranger each, so that a network that floods the line only
 * delays itself.
 */
export function createHashingQueue({ atOnce, perNetwork, strangers }: HashingQueueLimits): HashingQueue {
  const ofAccount = createSerialRunner()
  const known: (() => void)[] = []
  /** By network; the network that has waited longest for its turn comes first. */
  const lines = new Map<string, (() => void)[]>()
  let running = 0
  let inLines = 0

  function lineOf(network: string): (() => void)[] {
    const line = lines.get(network) ?? []
    if (line.length >= perNetwork) throw new NetworkIsWaiting()
    if (inLines >= strangers) throw new HashingQueueIsFull()
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
  async function enter(waiting: HashCaller): Promise<void> {
    if (running < atOnce) {
      running++
      return
    }
    // Finished work hands its place over directly, so that new arrivals cannot slip in between.
    const line = isStranger(waiting) ? lineOf(waiting.network) : known
    await new Promise<void>((resolve) => line.push(resolve))
  }
  const run: HashingQueue = async (waiting, work) => {
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

const isStranger = (waiting: HashCaller): waiting is { readonly network: string } =>
  waiting !== 'server' && 'network' in waiting
