import { tooManyRequests } from '#server/base/problem.ts'

/**
 * More than the users of one yard who sign in on new devices at the same moment. Beyond it, not even the database is
 * queried.
 */
const MAX_UNDER_WAY = 40

interface NetworkLoad {
  count: number
  /** Whether the limit was reported since the network last had no sign-in under way. */
  isReported: boolean
}
const underWay = new Map<string, NetworkLoad>()

/**
 * A 429 for a network with too many sign-ins under way: retry after 1 s. The caller that judges the sign-in logs it.
 */
export const networkBusy = () =>
  tooManyRequests('Too many sign-ins are under way from this network. Try again in a moment.', 1, null)

/**
 * Runs the sign-in of a stranger, unless too many sign-ins of the network are under way in this process: then throws
 * 429 immediately. In a flood, only the first refusal is reported; the others cause no work.
 */
export async function limitStrangers<T>(
  network: string,
  work: () => Promise<T>,
  report: () => Promise<void>,
): Promise<T> {
  const load = underWay.get(network) ?? { count: 0, isReported: false }
  if (load.count >= MAX_UNDER_WAY) {
    const isFirst = !load.isReported
    load.isReported = true
    if (isFirst) await report()
    throw networkBusy()
  }
  underWay.set(network, load)
  load.count++
  try {
    return await work()
  } finally {
    if (--load.count === 0) underWay.delete(network)
  }
}
