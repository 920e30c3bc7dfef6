import type { EntryProblem } from '#src/offline/outbox/entry/entry.ts'

/** The result of one attempt, as plain facts without a judgment. */
export type AttemptResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly reply: unknown
      readonly retryAfterMs: number | null
      /** See `Answer.rows`. */
      readonly rows?: unknown
      /** The response is to a file of the change, not to the change itself. */
      readonly concernsFile?: true
    }
  | { readonly kind: Exclude<EntryProblem['kind'], 'status'> }
  | { readonly kind: 'aborted' }
  /** The browser had no network during the whole attempt: nothing was sent. */
  | { readonly kind: 'offline' }
  /** The current token belongs to another user: nothing was sent. */
  | { readonly kind: 'not_theirs' }
  /** The server did not begin this change of a batch. It must be sent on its own. */
  | { readonly kind: 'not_carried' }
