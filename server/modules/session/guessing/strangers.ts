import { tooMany } from '#server/http/problem.ts'

/** More than people of one yard who sign in on new devices at the same moment; beyond it not even the database is asked. */
const MOST_UNDER_WAY = 40

const underWay = new Map<string, number>()

/** 429 for a network that has too much under way: the next moment there is room. */
export const networkIsBusy = () =>
  tooMany('Too many sign-ins are under way from this network. Try again in a moment.', 1)

/**
 * Runs the sign-in of a stranger unless too many of the network are under way in this process; else throws 429 at once, and
 * has done nothing.
 */
export async function amongStrangers<T>(network: string, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(network) ?? 0
  if (before >= MOST_UNDER_WAY) throw networkIsBusy()
  underWay.set(network, before + 1)
  try {
    return await work()
  } finally {
    const left = (underWay.get(network) ?? 1) - 1
    if (left > 0) underWay.set(network, left)
    else underWay.delete(network)
  }
}
