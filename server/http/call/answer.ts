import type { RecordText } from '#server/records/record-text.ts'
import type { StoredAnswer } from './stored-answer.ts'

interface AnswerParts {
  readonly version?: number | null
  readonly status?: 200 | 201 | null
  readonly cookie?: string | null
}

/** An answer that is JSON text already, as the database made it: it is sent as it is, never parsed. */
export class Answer {
  readonly text: string
  /** The success status, when it is not the endpoint's own. */
  readonly status: 200 | 201 | null
  /** The record's version, for the `ETag`; null for lists. */
  readonly version: number | null
  /** The cookie that goes with it, as a header's value. */
  readonly cookie: string | null
  constructor(text: string, { version = null, status = null, cookie = null }: AnswerParts) {
    this.text = text
    this.status = status
    this.version = version
    this.cookie = cookie
  }
  /** One record: its version becomes the `ETag`. */
  static record({ text, version }: RecordText, status: 200 | 201 | null = null): Answer {
    return new Answer(text, { version, status })
  }
}

/** What goes out, before headers of transport: also what is stored for an `Idempotency-Key`. */
export interface Outcome {
  readonly status: number
  readonly text: string | null
  readonly etag: string | null
  readonly replayed: boolean
  /** The text once more, where it is ready to be sent. */
  readonly kept?: StoredAnswer
  /** The cookie that goes with it; never stored. */
  readonly cookie?: string | null
}
