import type { DbLog } from '#server/db/db-log.ts'

/** For a database that nothing should befall: what it would log fails the test. */
export const noLog: DbLog = {
  error: (details, message) => {
    throw new Error(message, { cause: details })
  },
  info: () => {},
}
