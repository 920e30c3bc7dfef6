import { INVERSE } from './offline-things.ts'

/** What people did and were told, and so what may be expected: the pure side of a run. Changes go by their numbers. */
export class Ledger {
  /** Whose change it is. */
  readonly owners = new Map<number, string>()
  /** Said to be saved. */
  readonly accepted = new Set<number>()
  /** Said not to be saved. */
  readonly rejected = new Set<number>()
  /** Said to be taken back: nobody may get it. */
  readonly withdrawn = new Set<number>()
  /** Edited so that it concerns other things than before: what was done to those since may stand before it. */
  readonly moved = new Set<number>()
  /** How often each thing that can come of an act has come of it: a run in which nothing happens proves nothing. */
  readonly tally = new Map<string, number>()
  /** Acts that may have taken it back: whether they have, nobody was told, or both is well. */
  readonly #released = new Map<number, number>()
  /** Acts that may bring it back, of which nobody was told what came: it may stand, whatever was said before. */
  readonly #restoring = new Map<number, number>()
  #last = 0

  newEdit(user: string): number {
    this.#last += 1
    this.owners.set(this.#last, user)
    return this.#last
  }
  /** The change that puts another back; null when somebody is at it, or has been. */
  newInverse(edit: number, user: string): number | null {
    const inverse = edit + INVERSE
    if (this.owners.has(inverse) && !this.rejected.has(inverse)) return null
    this.rejected.delete(inverse)
    this.owners.set(inverse, user)
    return inverse
  }
  count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1)
  }

  /** An act that may take changes back begins; answers how to say that it did not. */
  release(edits: readonly number[]): () => void {
    for (const edit of edits) this.#released.set(edit, (this.#released.get(edit) ?? 0) + 1)
    return () => {
      for (const edit of edits) this.#released.set(edit, (this.#released.get(edit) ?? 1) - 1)
    }
  }
  isReleased(edit: number): boolean {
    return (this.#released.get(edit) ?? 0) > 0
  }
  /** The changes are gone, and the person was told so. */
  withdraw(edits: readonly number[]): void {
    for (const edit of edits) this.withdrawn.add(edit)
  }
  /** It may stand again: a later step, or what it was edited to, is taken back. Answers whether it was gone. */
  restore(edit: number): boolean {
    return this.withdrawn.delete(edit)
  }
  /** An act that may bring it back begins; answers how to say that it did not. */
  restoring(edit: number): () => void {
    const release = this.release([edit])
    this.#restoring.set(edit, (this.#restoring.get(edit) ?? 0) + 1)
    return () => {
      this.#restoring.set(edit, (this.#restoring.get(edit) ?? 1) - 1)
      release()
    }
  }
  isRestoring(edit: number): boolean {
    return (this.#restoring.get(edit) ?? 0) > 0
  }
}
