import type { CurrentUser } from '#contract/users.ts'
import type { Db } from '#server/db/db.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { FileLinks } from './file-links.ts'

/** A signed-in person, and the session that the request belongs to. */
export interface Admitted {
  readonly user: CurrentUser
  readonly session: string
}

/** What serving calls needs from outside; set once by `buildApp`. */
export interface Serving {
  readonly db: Db
  readonly clock: () => Date
  /** Where the bytes of files lie. */
  readonly files: FileStore
  readonly links: FileLinks
  /** Answers who an access token belongs to: null unless its session is live and its person active. */
  readonly admit: (token: string, now: Date) => Promise<Admitted | null>
  /** Who the sessions belong to that are live, of those asked about; by session. */
  readonly readmit: (sessions: readonly string[], now: Date) => Promise<ReadonlyMap<string, CurrentUser>>
  /** Holds every answer against the contract; for tests and development, where time matters less than truth. */
  readonly checkReplies: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    serving: Serving
  }
  interface FastifyRequest {
    admitted: Admitted | null
  }
}
