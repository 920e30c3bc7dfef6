import { tooMany } from '#server/base/problem.ts'

/** More than people of one yard who sign in on new devices at the same moment; beyond it not even the database is asked. */
const MAX_UNDER_WAY = 40

interface UnderWay {
  count: number
  /** Whether it was told that there are too many, since there were none. */
  isTold: boolean
}
const underWay = new Map<string, UnderWay>()

/** 429 for a network that has too much under way: the next moment there is room. Who judges the sign-in tells of it. */
export const networkIsBusy = () =>
  tooMany('Too many sign-ins are under way from this network. Try again in a moment.', 1, null)

/**
 * Runs the sign-in of a stranger unless too many of the network are under way in this process; else throws 429 at once. Of a
 * flood the first that is refused is told; for the others nothing is done.
 */
export async function amongStrangers<T>(
  network: string,
  work: () => Promise<T>,
  tell: () => Promise<void>,
): Promise<T> {
  const here = underWay.get(network) ?? { count: 0, isTold: false }
  if (here.count >= MAX_UNDER_WAY) {
    const isFirst = !here.isTold
    here.isTold = true
    if (isFirst) await tell()
    throw networkIsBusy()
  }
  underWay.set(network, here)
  here.count++
  try {
    return await work()
  } finally {
    if (--here.count === 0) underWay.delete(network)
  }
}
