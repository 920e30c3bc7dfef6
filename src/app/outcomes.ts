import { ApiError } from '#src/api/api-error.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry.ts'
import type { OutboxSnapshot } from '#src/offline/outbox/snapshot.ts'

/** So many refusals at once are told one by one; more would bury the screen. */
const MOST_TOLD = 3

export interface OutcomePorts {
  /** What a change is about, in words. */
  readonly recordOf: (entry: OutboxEntry) => string
  /** The changes that the offer on screen would take back. */
  readonly offered: () => readonly string[]
  readonly endOffer: () => void
  readonly confirmOffer: (title: string) => void
  readonly tellFailure: (error: Error, title?: string) => void
}

/**
 * Tells what became of the changes that this device sends, whatever made them: a refusal at once, in the server's own
 * words joined by commas, and its offer to undo goes; a success above the offer that is still on screen.
 */
export class Outcomes {
  readonly #ports: OutcomePorts
  #refused: ReadonlySet<string> = new Set()
  #done: ReadonlySet<string> = new Set()

  constructor(ports: OutcomePorts) {
    this.#ports = ports
  }

  look({ entries, state }: Pick<OutboxSnapshot, 'entries' | 'state'>): void {
    const refused = entries.filter((entry) => entry.state === 'refused' || entry.state === 'conflict')
    // What is found when the app opens was told when it was refused.
    const fresh = state === 'starting' ? [] : refused.filter(({ id }) => !this.#refused.has(id))
    this.#refused = new Set(refused.map(({ id }) => id))
    this.#tell(fresh)
    this.#confirm(entries)
  }

  #tell(fresh: readonly OutboxEntry[]): void {
    const { offered, endOffer, recordOf, tellFailure } = this.#ports
    const ids = fresh.map(({ id }) => id)
    if (offered().some((id) => ids.includes(id))) endOffer()
    if (fresh.length > MOST_TOLD) {
      tellFailure(new Error(`The server has not taken ${fresh.length} changes. The Outbox shows why.`))
      return
    }
    for (const entry of fresh) {
      const { status, body } = entry.problem ?? { status: null, body: null }
      tellFailure(new ApiError('status', { status: status ?? 400, problem: body }), recordOf(entry))
    }
  }

  #confirm(entries: readonly OutboxEntry[]): void {
    const offered = this.#ports.offered()
    const done = entries.filter(({ state }) => state === 'done').map(({ id }) => id)
    // One that is done leaves the snapshot once its rows have come, maybe before the others of its offer are.
    this.#done = new Set([...done, ...offered.filter((id) => this.#done.has(id))])
    if (offered.length > 0 && offered.every((id) => this.#done.has(id)))
      this.#ports.confirmOffer('Successfully updated')
  }
}
