import { ApiError } from '#src/api/api-error.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { OutboxSnapshot, OutboxState } from '#src/offline/outbox/show/snapshot.ts'

/** So many refusals at once are told one by one; more would bury the screen. */
const MAX_TOLD = 3
/** Nothing that is missing then is known to be gone. */
const UNREAD: readonly OutboxState[] = ['starting', 'broken', 'stopped']

export interface OutcomePorts {
  /** What a change is about, in words. */
  readonly recordOf: (entry: OutboxEntry) => string
  /** The changes that the offer on screen would take back. */
  readonly offered: () => readonly string[]
  readonly endOffer: () => void
  readonly confirmOffer: (title: string) => void
  readonly tellFailure: (error: Error, title?: string) => void
  /** The ids of the refused changes that were told on this device, by whichever tab. */
  readonly told: { readonly read: () => readonly string[]; readonly write: (ids: readonly string[]) => void }
  /** Whether the person can see this page: what a hidden one says is gone before it is read. */
  readonly isSeen: () => boolean
}

/**
 * Tells what became of the changes that this device sends, whatever made them: a refusal at once, in the server's own
 * words joined by commas, and its offer to undo goes; a success above the offer that is still on screen. A refusal is told
 * once on a device: also one that came while the app was starting, or just before it was closed.
 */
export class Outcomes {
  readonly #ports: OutcomePorts
  #done: ReadonlySet<string> = new Set()

  constructor(ports: OutcomePorts) {
    this.#ports = ports
  }

  look({ entries, state }: Pick<OutboxSnapshot, 'entries' | 'state'>): void {
    if (!UNREAD.includes(state)) this.#refuse(entries.filter(isRefused))
    this.#confirm(entries)
  }

  #refuse(refused: readonly OutboxEntry[]): void {
    const { offered, endOffer, told, isSeen } = this.#ports
    const ids = new Set(refused.map(({ id }) => id))
    if (offered().some((id) => ids.has(id))) endOffer()
    const before = new Set(told.read())
    const fresh = isSeen() ? refused.filter(({ id }) => !before.has(id)) : []
    const still = [...before].filter((id) => ids.has(id))
    // Before it is told: another tab that looks meanwhile leaves it to this one.
    if (fresh.length > 0 || still.length < before.size) told.write([...still, ...fresh.map(({ id }) => id)])
    this.#tell(fresh)
  }

  #tell(fresh: readonly OutboxEntry[]): void {
    const { recordOf, tellFailure } = this.#ports
    if (fresh.length > MAX_TOLD) {
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

const isRefused = ({ state }: OutboxEntry) => state === 'refused' || state === 'conflict'
