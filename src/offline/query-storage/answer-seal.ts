import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'
import type { SealedAnswer, StoredAnswer } from './store-opening.ts'

/** Raised when stored answers of an older contract can no longer be read by its schemas. Never the build's hash. */
export const DATA_VERSION = 1

type AnswerPlace = Pick<StoredAnswer, 'hash' | 'asOf' | 'needs' | 'etag'>
const placeOf = ({ hash, asOf, needs, etag }: AnswerPlace): AnswerPlace => ({
  hash,
  asOf,
  ...(needs && { needs }),
  ...(etag !== undefined && { etag }),
})

/** What is sealed with an answer. */
export const aboutAnswer = (userId: string, { hash, asOf, needs, etag = '' }: AnswerPlace): string =>
  aboutOf('answers', userId, hash, asOf, JSON.stringify(needs ?? null), DATA_VERSION, etag)

/**
 * How one person's answers are sealed: an answer that was moved to another place, or was given another age, other needs or
 * another tag, does not open.
 */
export class AnswerSeal {
  readonly #userId: string
  readonly #sealer: Sealer

  constructor(userId: string, sealer: Sealer) {
    this.#userId = userId
    this.#sealer = sealer
  }

  async seal(answer: StoredAnswer): Promise<SealedAnswer> {
    const place = placeOf(answer)
    const sealed = await sealText(this.#sealer, answer.json, aboutAnswer(this.#userId, place))
    return { ...place, sealed, dataVersion: DATA_VERSION }
  }

  /** The answer; null when it does not open. */
  async open(row: SealedAnswer): Promise<StoredAnswer | null> {
    const place = placeOf(row)
    // What was put there by hand may be anything.
    const { sealed } = row as { readonly sealed: unknown }
    if (!(sealed instanceof Uint8Array)) return null
    const json = await openText(this.#sealer, row.sealed, aboutAnswer(this.#userId, place))
    return json === null ? null : { ...place, json }
  }
}
