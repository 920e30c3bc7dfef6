import type { DBSchema } from 'idb'
import { type Connection, connectionTo } from '#src/browser/connection.ts'
import { inTime } from '#src/browser/in-time.ts'
import type { Layout } from '#src/browser/open-database.ts'

/** How long a browser may take to do what it is asked to, in milliseconds; and once it has not answered. */
const [MAX_MS, MOMENT_MS] = [5_000, 200]

/** Since the browser was waited for in vain, until it answers. */
let isSilent = false

/**
 * As `work`, but rejects with a `TimeoutError` where the browser's storage does not answer. Some never do after a crash, and a
 * sign-in asks it for one thing after another: it is waited for once. The work goes on behind in any case.
 */
export async function patient<T>(work: Promise<T>): Promise<T> {
  const answers = () => {
    isSilent = false
  }
  work.then(answers, () => undefined)
  try {
    return await inTime(work, isSilent ? MOMENT_MS : MAX_MS)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') isSilent = true
    throw error
  }
}

/**
 * Works with a small database of the session's, patiently. It is open only while it is used: seldom, and never in the way of
 * another tab, which may delete it.
 */
export function usingDatabase<Schema extends DBSchema, T>(
  name: string,
  layout: Layout<Schema>,
  work: (connection: Connection<Schema>) => Promise<T>,
): Promise<T> {
  const connection = connectionTo(name, layout)
  return patient(work(connection).finally(() => void connection.close()))
}
