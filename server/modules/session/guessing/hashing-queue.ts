import { createSerialRunner } from '#server/throttle/serial-runner.ts'

/** Thrown when strangers of all networks together fill the queue. */
export class HashingQueueIsFull extends Error {
  override readonly name = 'HashingQueueIsFull'
}

/** Thrown when the strangers of one network fill that network's part of the queue. */
export class NetworkIsWaiting extends Error {
  override readonly name = 'NetworkIsWaiting'
}

/**
 * Who waits: a known account (known by a session, a link, or a device of the user), by its user id; a stranger from a
 * network; or the server itself, at its start.
 */
export type HashCaller = 'server' | { readonly account: number } | { readonly network: string }

/** Runs work in the queue. */
export type HashingQueue = <T>(waiting: HashCaller, work: () => Promise<T>) => Promise<T>

export interface HashingQueueLimits {
  /** How many pieces of work run in parallel. */
  readonly maxParallel: number
  /** How many strangers of one network may wait, in addition to those whose work runs. */
  readonly perNetwork: number
  /** How many strangers may wait in total. */
  readonly strangers: number
}

/**
 * Runs up to `maxParallel` pieces of work in parallel. Known accounts and the server go first, in order of arrival. Each
 * account has one piece of work in the queue at a time, and its other work waits, because an account may have any number
 * of devices. The networks of strangers take turns, one stranger each, so that a network that floods the queue only
 * delays itself.
 */
export function createHashingQueue({ maxParallel, perNetwork, strangers }: HashingQueueLimits): HashingQueue {
  const ofAccount = createSerialRunner()
  const known: (() => void)[] = []
  /** By network; the network that has waited longest for its turn comes first. */
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let waitingStrangers = 0

  function queueOf(network: string): (() => void)[] {
    const queue = queues.get(network) ?? []
    if (queue.length >= perNetwork) throw new NetworkIsWaiting()
    if (waitingStrangers >= strangers) throw new HashingQueueIsFull()
    queues.set(network, queue)
    waitingStrangers++
    return queue
  }
  function nextStranger(): (() => void) | undefined {
    const [first] = queues
    if (!first) return undefined
    const [network, queue] = first
    queues.delete(network)
    const next = queue.shift()
    if (queue.length > 0) queues.set(network, queue)
    waitingStrangers--
    return next
  }
  async function enter(waiting: HashCaller): Promise<void> {
    if (running < maxParallel) {
      running++
      return
    }
    // Finished work hands its place over directly, so that new arrivals cannot slip in between.
    const queue = isStranger(waiting) ? queueOf(waiting.network) : known
    await new Promise<void>((resolve) => queue.push(resolve))
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
