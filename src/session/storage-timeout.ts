import type { DBSchema } from 'idb'
import { type Connection, connectionTo } from '#src/browser/connection.ts'
import type { Layout } from '#src/browser/open-database.ts'
import { withTimeout } from '#src/browser/with-timeout.ts'

/** How long storage may take to respond, in milliseconds: normally, and after it has failed to respond. */
const [MAX_MS, SHORT_MS] = [5_000, 200]

/** True from a timeout until storage responds again. */
let isUnresponsive = false

/**
 * Resolves as `work` does, but rejects with a `TimeoutError` when the browser's storage does not respond. Some browsers
 * never respond after a crash. A sign-in uses storage many times: only the first call waits the full time. The work
 * goes on in the background after a timeout.
 */
export async function withStorageTimeout<T>(work: Promise<T>): Promise<T> {
  const answers = () => {
    isUnresponsive = false
  }
  work.then(answers, () => undefined)
  try {
    return await withTimeout(work, isUnresponsive ? SHORT_MS : MAX_MS)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') isUnresponsive = true
    throw error
  }
}

/**
 * Runs `work` on a small database of the session, with the timeout. The database is open only during `work`: it is used
 * seldom, and an open connection would block another tab that deletes it.
 */
export function usingDatabase<Schema extends DBSchema, T>(
  name: string,
  layout: Layout<Schema>,
  work: (connection: Connection<Schema>) => Promise<T>,
): Promise<T> {
  const connection = connectionTo(name, layout)
  return withStorageTimeout(work(connection).finally(() => void connection.close()))
}
