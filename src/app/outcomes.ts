import { ApiError } from '#src/api/api-error.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { OutboxSnapshot, OutboxState } from '#src/offline/outbox/show/snapshot.ts'

/** The most refusals shown one by one at the same time. More would cover the screen. */
const MAX_TOASTS = 3
/** States in which a missing entry does not mean that it is gone. */
const UNREAD: readonly OutboxState[] = ['starting', 'broken', 'stopped']

export interface OutcomePorts {
  /** The record of a change, in words. */
  readonly recordOf: (entry: OutboxEntry) => string
  /** The changes that the undo offer on screen would undo. */
  readonly offered: () => readonly string[]
  readonly endOffer: () => void
  readonly confirmOffer: (title: string) => void
  /** `review`: the refused change, where a button leads to it. */
  readonly showFailure: (error: Error, title?: string, review?: OutboxEntry) => void
  /** Whether a form on screen waits for the result of a change and shows a refusal at its fields. */
  readonly isAwaited: (id: string) => boolean
  /** The ids of the refused changes that were shown on this device, by any tab. */
  readonly shownRefusals: { readonly read: () => readonly string[]; readonly write: (ids: readonly string[]) => void }
  /** Whether the page is visible: a toast on a hidden page is gone before the user can read it. */
  readonly isSeen: () => boolean
}

/**
 * Shows the outcomes of the changes that this device sends. A refusal is shown immediately with the server's messages,
 * joined by commas, and its undo offer disappears. A success is shown above an undo offer that is still on screen. Each
 * refusal is shown once per device, even if it arrived while the app was starting or closing.
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
    const { offered, endOffer, shownRefusals, isSeen } = this.#ports
    const ids = new Set(refused.map(({ id }) => id))
    if (offered().some((id) => ids.has(id))) endOffer()
    const before = new Set(shownRefusals.read())
    const fresh = isSeen() ? refused.filter(({ id }) => !before.has(id)) : []
    const still = [...before].filter((id) => ids.has(id))
    // Written before it is shown, so that another tab does not show it too.
    if (fresh.length > 0 || still.length < before.size) shownRefusals.write([...still, ...fresh.map(({ id }) => id)])
    this.#showFresh(fresh)
  }

  #showFresh(fresh: readonly OutboxEntry[]): void {
    const { recordOf, showFailure, isAwaited } = this.#ports
    if (fresh.length > MAX_TOASTS) {
      showFailure(new Error(`The server has not taken ${fresh.length} changes. The Outbox shows why.`))
      return
    }
    for (const entry of fresh) {
      const { status, body } = entry.problem ?? { status: null, body: null }
      const error = new ApiError('status', { status: status ?? 400, problem: body })
      // The form takes the input back: the change leaves the Outbox. A conflict stays there.
      if (entry.state === 'refused' && isAwaited(entry.id)) showFailure(error, recordOf(entry))
      else showFailure(error, recordOf(entry), entry)
    }
  }

  #confirm(entries: readonly OutboxEntry[]): void {
    const offered = this.#ports.offered()
    const done = entries.filter(({ state }) => state === 'done').map(({ id }) => id)
    // A finished entry leaves the snapshot when its rows are refetched, perhaps before the other entries of its offer
    // are finished.
    this.#done = new Set([...done, ...offered.filter((id) => this.#done.has(id))])
    if (offered.length > 0 && offered.every((id) => this.#done.has(id)))
      this.#ports.confirmOffer('Successfully updated')
  }
}

const isRefused = ({ state }: OutboxEntry) => state === 'refused' || state === 'conflict'
