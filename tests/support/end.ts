import { runInNewContext } from 'node:vm'

/** A limit that ends what hangs, and measures nothing. In milliseconds. */
const LIMIT = 5_000

/** Does work that may never come to an end. Throws where it had to be ended. */
export function end(work: () => unknown): void {
  runInNewContext('work()', { work }, { timeout: LIMIT })
}
