import type { SecurityKind } from '#contract/session/security.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Unadmitted } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { FileLinks } from '#server/http/files/file-links.ts'
import type { FormFields } from '#server/http/form/read-form.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { Fingerprint } from './idempotency.ts'
import type { SessionPace } from './session-pace.ts'

/** A signed-in person, and the session that the request belongs to. */
export interface Admitted {
  readonly user: CurrentUser
  readonly session: string
  /** A signed link stands in for the token: what it leads to was shown to the person. */
  readonly byLink?: true
}

/** An upload, by the name that its person gave it. */
export interface NamedUpload {
  readonly user: number
  readonly upload: string
}

/** A file that came with a call, to be an upload of that person, whole at once. */
export interface CameAlong extends NamedUpload {
  readonly bytes: Uint8Array
  readonly now: Date
}

/** Something for the security log that serving a call shows by itself. */
export interface Noted {
  readonly kind: Extract<SecurityKind, 'access_refused' | 'exported' | 'password_needed' | 'throttled'>
  readonly at: Date
  /** Null when no user is signed in. */
  readonly actor: number | null
  readonly subject: null
  readonly detail: Readonly<Record<string, string | number>>
}

/** What serving calls needs from outside; set once by `buildApp`. */
export interface Serving {
  readonly db: Db
  readonly clock: () => Date
  /** For so long a password that was given in a session is enough for what changes whose an account is. */
  readonly passwordCountsMinutes: number
  /** Where the bytes of files lie. */
  readonly files: FileStore
  readonly links: FileLinks
  readonly fingerprint: Fingerprint
  /** Keeps a file that came along; done again it changes nothing. Throws 429 when the person has too much lying here. */
  readonly keepUpload: (file: CameAlong) => Promise<void>
  /** Forgets such a file, unless a change uses it by now. */
  readonly forgetUpload: (name: NamedUpload) => Promise<void>
  /** Answers who an access token belongs to; why it opens nothing unless its session is live and its person active. */
  readonly admit: (token: string, now: Date) => Promise<Admitted | Unadmitted>
  /** Who the sessions belong to that are live, of those asked about; by session. */
  readonly readmit: (sessions: readonly string[], now: Date) => Promise<ReadonlyMap<string, CurrentUser>>
  /** The host at which people reach the app; null where that is not set. */
  readonly host: string | null
  /** People reach the app over https. */
  readonly isHttps: boolean
  /** Adds an event to the security log. */
  readonly note: (sql: Sql, source: RequestSource, noted: Noted) => Promise<void>
  /** Counts what each session does; throws 429 for what is too much. */
  readonly pace: SessionPace
  /** Holds every answer against the contract; for tests and development, where time matters less than truth. */
  readonly checkReplies: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields in which the call takes files. */
    form?: FormFields
  }
  interface FastifyInstance {
    serving: Serving
  }
  interface FastifyRequest {
    admitted: Admitted | null
    /** The user whose token it came with, permitted or not. */
    identified: Admitted | null
    /** Gives back the place of a form that is held in memory. */
    leaveForm?: () => void
  }
}
