import { aboutOf, openText, type Sealed, type Sealer, sealText } from '#src/seal/sealer.ts'
import type { SealedAnswer, StoredAnswer, Use } from './store-opening.ts'

/** Raised when stored answers of an older contract can no longer be read by its schemas. Never the build's hash. */
export const DATA_VERSION = 1

/** An answer as it is found: `asOf` is when the server last said that it is so. */
export interface FoundAnswer extends StoredAnswer {
  /** When the server gave these words; never later than `asOf`. */
  readonly saidAt: number
}

type Place = Pick<StoredAnswer, 'hash' | 'asOf' | 'needs' | 'etag'>
const placeOf = ({ hash, asOf, needs, etag }: Place): Place => ({
  hash,
  asOf,
  ...(needs && { needs }),
  ...(etag !== undefined && { etag }),
})
const NOTHING = new Uint8Array()

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
    const sealed = await sealText(this.#sealer, answer.json, this.#about(place))
    return { ...place, sealed, dataVersion: DATA_VERSION }
  }

  /** The answer, with the age that `use` has for it if that is this device's own word; null when it does not open. */
  async open(row: SealedAnswer, use: Use | undefined): Promise<FoundAnswer | null> {
    // What was put there by hand may be anything.
    if (!(row.sealed instanceof Uint8Array)) return null
    const place = placeOf(row)
    const json = await openText(this.#sealer, row.sealed, this.#about(place))
    if (json === null) return null
    const isConfirmed =
      use?.confirmed && (await this.#sealer.open(use.confirmed, this.#about(place, use.asOf))) !== null
    return { ...place, json, saidAt: row.asOf, asOf: isConfirmed ? use.asOf : row.asOf }
  }

  /**
   * This device's word that the server still says what it said at `place`. It is apart from the words, so that what has not
   * changed is not written again; and sealed, so that nobody makes old words young.
   */
  confirm(place: Place, confirmedAt: number): Promise<Sealed> {
    return this.#sealer.seal(NOTHING, this.#about(place, confirmedAt))
  }

  #about({ hash, asOf, needs, etag = '' }: Place, ...more: readonly number[]): string {
    return aboutOf('answers', this.#userId, hash, asOf, JSON.stringify(needs ?? null), DATA_VERSION, etag, ...more)
  }
}
