/** Thrown where strangers of all networks fill the line. */
export class LineIsFull extends Error {
  override readonly name = 'LineIsFull'
}

/** Thrown where those of one network fill its part of the line. */
export class NetworkIsWaiting extends Error {
  override readonly name = 'NetworkIsWaiting'
}

/** Thrown where so much of one account waits already. */
export class AccountIsWaiting extends Error {
  override readonly name = 'AccountIsWaiting'
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
  /** So much of one account waits, beside what runs. */
  readonly perAccount: number
  /** So many strangers of one network wait, beside those whose work runs. */
  readonly perNetwork: number
  /** So many strangers wait in all. */
  readonly strangers: number
}

/**
 * Lets `atOnce` pieces of work run side by side. Those whom we know go first, in the order they came, a few of each account:
 * it may have any number of devices. Of strangers one of each network goes after the other, so that a network that floods
 * the line waits for itself.
 */
export function createHashingLine({ atOnce, perAccount, perNetwork, strangers }: LineLimits): HashingLine {
  /** Those whom we know, by account; null is the server. */
  const known: { readonly account: number | null; readonly go: () => void }[] = []
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
  function waitInLine(waiting: Waiting, go: () => void): void {
    if (waiting !== 'server' && 'network' in waiting) {
      lineOf(waiting.network).push(go)
      return
    }
    const account = waiting === 'server' ? null : waiting.account
    const isFull = account !== null && known.filter((one) => one.account === account).length >= perAccount
    if (isFull) throw new AccountIsWaiting()
    known.push({ account, go })
  }
  async function enter(waiting: Waiting): Promise<void> {
    if (running < atOnce) {
      running++
      return
    }
    // Work that ends hands over its place: none that comes meanwhile slips in between.
    await new Promise<void>((resolve) => waitInLine(waiting, resolve))
  }
  return async (waiting, work) => {
    await enter(waiting)
    try {
      return await work()
    } finally {
      const next = known.shift()?.go ?? nextStranger()
      if (next) next()
      else running--
    }
  }
}
