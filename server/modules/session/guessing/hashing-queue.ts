import { createSerialRunner } from '#server/throttle/serial-runner.ts'

/** Thrown to a stranger while the strangers of all networks together fill the queue. */
export class HashingQueueIsFull extends Error {
  override readonly name = 'HashingQueueIsFull'
}

/** Thrown to a stranger while other strangers of the same network fill that network's part of the queue. */
export class NetworkQueueIsFull extends Error {
  override readonly name = 'NetworkQueueIsFull'
}

/**
 * Who needs a password hashed: an account, by its user id; a stranger, by the network; or the server itself, at its
 * start. An account is known by a session, a link, or a device of the user. Everyone else is a stranger.
 */
export type HashCaller = 'server' | { readonly account: number } | { readonly network: string }

/** Runs work for a caller when it is the caller's turn. */
export type HashingQueue = <T>(caller: HashCaller, work: () => Promise<T>) => Promise<T>

export interface HashingQueueLimits {
  /** How many pieces of work run in parallel. */
  readonly maxParallel: number
  /** How many strangers of one network may wait, in addition to those whose work runs. */
  readonly perNetwork: number
  /** How many strangers may wait in total. */
  readonly strangers: number
}

/**
 * Runs up to `maxParallel` pieces of work in parallel. Known accounts and the server go first, in order of arrival.
 * Each account has one piece of work in the queue at a time, and its other work waits, because an account may have any
 * number of devices. The networks of strangers take turns, one stranger each, so that a network that floods the queue
 * only delays itself.
 */
export function createHashingQueue({ maxParallel, perNetwork, strangers }: HashingQueueLimits): HashingQueue {
  const runForAccount = createSerialRunner()
  const known: (() => void)[] = []
  /** By network; the network that has waited longest for its turn comes first. */
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let waitingStrangers = 0

  function queueOf(network: string): (() => void)[] {
    const queue = queues.get(network) ?? []
    if (queue.length >= perNetwork) throw new NetworkQueueIsFull()
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
  async function waitForTurn(caller: HashCaller): Promise<void> {
    if (running < maxParallel) {
      running++
      return
    }
    // Finished work passes its place on without lowering `running`, so that no new arrival can take it.
    const queue = isStranger(caller) ? queueOf(caller.network) : known
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  const run: HashingQueue = async (caller, work) => {
    await waitForTurn(caller)
    try {
      return await work()
    } finally {
      const next = known.shift() ?? nextStranger()
      if (next) next()
      else running--
    }
  }
  return (caller, work) =>
    caller === 'server' || isStranger(caller)
      ? run(caller, work)
      : runForAccount(`${caller.account}`, () => run(caller, work))
}

const isStranger = (caller: HashCaller): caller is { readonly network: string } =>
  caller !== 'server' && 'network' in caller
