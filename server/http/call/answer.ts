import type { RecordText } from '#server/records/record-text.ts'
import type { CompressedAnswer } from './compressed-answer.ts'

interface AnswerParts {
  readonly version?: number | null
  readonly status?: 200 | 201 | null
  readonly cookie?: string | null
}

/** A response body that the database already built as JSON text. The server sends the text without parsing it. */
export class Answer {
  readonly text: string
  /** The success status; null for the endpoint's own. */
  readonly status: 200 | 201 | null
  /** The record's version, for the `ETag`; null for lists. */
  readonly version: number | null
  /** The value of `Set-Cookie`; null for no cookie. */
  readonly cookie: string | null
  constructor(text: string, { version = null, status = null, cookie = null }: AnswerParts) {
    this.text = text
    this.status = status
    this.version = version
    this.cookie = cookie
  }
  /** The response with one record; the record's version becomes the `ETag`. */
  static record({ text, version }: RecordText, status: 200 | 201 | null = null): Answer {
    return new Answer(text, { version, status })
  }
}

/** The result of a call, before transport headers. For a change it is stored with the `Idempotency-Key`. */
export interface Outcome {
  readonly status: number
  readonly text: string | null
  readonly etag: string | null
  readonly replayed: boolean
  /** The same body as a `CompressedAnswer`, which caches its compressed forms; absent for all other bodies. */
  readonly shared?: CompressedAnswer
  /** The text is an `answerWithRows`. */
  readonly hasRows?: true
  /** The value of `Set-Cookie`; never stored. */
  readonly cookie?: string | null
}
