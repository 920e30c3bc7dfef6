import type { SecurityKind } from '#contract/session/security.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { TokenRefusal } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { FileLinks } from '#server/http/files/file-links.ts'
import type { FormFields } from '#server/http/form/read-form.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { FingerprintOf } from './idempotency.ts'
import type { SessionThrottle } from './session-throttle.ts'

/** A signed-in user, and the session of the request. */
export interface AdmittedUser {
  readonly user: CurrentUser
  readonly session: string
  /** Present when a signed link replaces the access token: the linked file was shown to the user before. */
  readonly byLink?: true
}

/** An upload, identified by its user and the name that the client gave it. */
export interface NamedUpload {
  readonly user: number
  readonly upload: string
}

/** A complete file from a form, to be stored as an upload of its user. */
export interface FormUpload extends NamedUpload {
  readonly bytes: Uint8Array
  readonly now: Date
}

/** An event for the security log that serving any call can cause. */
export interface RequestSecurityEvent {
  readonly kind: Extract<SecurityKind, 'access_refused' | 'exported' | 'password_needed' | 'throttled'>
  readonly at: Date
  /** Null when no user is signed in. */
  readonly actor: number | null
  readonly subject: null
  readonly detail: Readonly<Record<string, string | number>>
}

/** Everything that serving calls needs from the rest of the server; `buildApp` sets it once. */
export interface Serving {
  readonly db: Db
  readonly clock: () => Date
  /** How many minutes an entered password counts for changes that could hand an account to another owner. */
  readonly passwordCountsMinutes: number
  /** The store of file contents. */
  readonly files: FileStore
  readonly links: FileLinks
  readonly fingerprint: FingerprintOf
  /** Stores a file from a form. Repeating it changes nothing. Throws 429 when the user has too many unused uploads. */
  readonly storeUpload: (file: FormUpload) => Promise<void>
  /** Deletes such a file, unless a change already uses it. */
  readonly discardUpload: (name: NamedUpload) => Promise<void>
  /**
   * Resolves to the user of an access token, or to why the token is refused. Session and account must both be active.
   */
  readonly admit: (token: string, now: Date) => Promise<AdmittedUser | TokenRefusal>
  /** The users of those of the sessions that are live, by session. */
  readonly readmit: (sessions: readonly string[], now: Date) => Promise<ReadonlyMap<string, CurrentUser>>
  /** The public host name of the app; null when it is not configured. */
  readonly host: string | null
  /** Whether the app's public address is https. */
  readonly isHttps: boolean
  /** Adds an event to the security log. */
  readonly addSecurityEvent: (sql: Sql, source: RequestSource, event: RequestSecurityEvent) => Promise<void>
  /** Counts the calls of each session; throws 429 above the limit. */
  readonly throttle: SessionThrottle
  /**
   * The changes since a moment, with their rows that the user may see: JSON of `changeRows`, or null for too many. For
   * the user who made them, if the session still has the same permissions.
   */
  readonly findRowsOfChanges: (author: AdmittedUser, since: Date) => Promise<string | null>
  /** Whether every response is checked against the contract: in tests and development, because it costs time. */
  readonly checkReplies: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields in which the call accepts files. */
    form?: FormFields
  }
  interface FastifyInstance {
    serving: Serving
  }
  interface FastifyRequest {
    admitted: AdmittedUser | null
    /** The user identified by token or link, even when the call is then refused; null without either. */
    identified: AdmittedUser | null
    /** Releases the form's slot in memory; absent for requests without a form. */
    releaseForm?: () => void
  }
}
