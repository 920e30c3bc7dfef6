import type { EntryProblem } from '#src/offline/outbox/entry/entry.ts'

/** What came of one attempt, as bare facts. */
export type AttemptResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly reply: unknown
      readonly retryAfterMs: number | null
      /** It answers a file that the change brings, not the change. */
      readonly isOfFile?: true
    }
  | { readonly kind: Exclude<EntryProblem['kind'], 'status'> }
  | { readonly kind: 'aborted' }
  /** The browser had no network all the while: nothing was sent. */
  | { readonly kind: 'offline' }
  /** The token was somebody else's by the time it was to be used: nothing was sent. */
  | { readonly kind: 'not_theirs' }
  /** It was to go with others, and was not begun: it has to go by itself. */
  | { readonly kind: 'not_carried' }
