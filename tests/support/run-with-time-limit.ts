import { runInNewContext } from 'node:vm'

/** Ends work that hangs, in milliseconds. It is far above any normal duration. */
const LIMIT_MS = 5_000

/** Runs synchronous work that might never end. Throws if the time limit ends it. */
export function runWithTimeLimit(work: () => unknown): void {
  runInNewContext('work()', { work }, { timeout: LIMIT_MS })
}
