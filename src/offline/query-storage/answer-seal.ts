import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'
import type { SealedAnswer, StoredAnswer } from './store-opening.ts'

/** Raise it when the contract's schemas can no longer read older stored answers. Never use the build's hash. */
export const DATA_VERSION = 1

type AnswerPlace = Pick<StoredAnswer, 'hash' | 'asOf' | 'needs' | 'etag'>
const placeOf = ({ hash, asOf, needs, etag }: AnswerPlace): AnswerPlace => ({
  hash,
  asOf,
  ...(needs && { needs }),
  ...(etag !== undefined && { etag }),
})

/** The additional data that an answer is sealed with. */
export const aboutAnswer = (userId: string, { hash, asOf, needs, etag = '' }: AnswerPlace): string =>
  aboutOf('answers', userId, hash, asOf, JSON.stringify(needs ?? null), DATA_VERSION, etag)

/**
 * Seals and opens one user's answers. An answer does not open when it was moved to another place, or when its age,
 * required access or tag was changed.
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
    // A row that was not written by this app may contain anything.
    const { sealed } = row as { readonly sealed: unknown }
    if (!(sealed instanceof Uint8Array)) return null
    const json = await openText(this.#sealer, row.sealed, aboutAnswer(this.#userId, place))
    return json === null ? null : { ...place, json }
  }
}
