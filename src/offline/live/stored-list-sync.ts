import { ApiError } from '#src/api/api-error.ts'
import type { StreamedRows } from '#src/offline/prefetch/sync-parts.ts'

interface SyncPorts {
  /** Runs `work` after a delay. Returns the function that cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** Requests the server's changes and applies them to all stored lists. `mustRestart`: any data may be wrong. */
  readonly request: (signal: AbortSignal) => Promise<{ readonly mustRestart: boolean }>
  /** Applies rows of the stream to the stored lists. False when a list lacks changes from before: request them. */
  readonly apply: (rows: StreamedRows) => Promise<boolean>
  /** The server was restored from a backup, or too much has changed: all data must be fetched again. */
  readonly onRestart: () => void
  /** Gets an error that is not about the network or the server. */
  readonly onTrouble: (error: unknown) => void
}

/** Changes within this time share one request. */
const GATHER_MS = 500
/** More rows than this wait only while a prefetch pass writes lists. Then they are requested after it. */
const MAX_ARRIVED = 100

/** Brings the stored lists up to date when the server reports changes. One step runs at a time, in their order. */
export class StoredListSync {
  readonly #ports: SyncPorts
  readonly #stopped = new AbortController()
  /** Rows that arrived and are not applied yet. */
  #arrived: StreamedRows[] = []
  #isRequestDue = false
  /** The last step failed, so changes may be missing. Requested with the next event, not again and again meanwhile. */
  #hasFailed = false
  #cancelWait: (() => void) | null = null
  #running: Promise<void> | null = null

  constructor(ports: SyncPorts) {
    this.#ports = ports
  }

  /** The stored lists lack changes: they are requested soon. */
  note(): void {
    this.#isRequestDue = true
    this.#hasFailed = false
    this.#schedule()
  }

  /** Rows have arrived from the stream. */
  take(rows: StreamedRows): void {
    if (this.#hasFailed) {
      this.note()
      return
    }
    this.#arrived.push(rows)
    if (this.#arrived.length > MAX_ARRIVED) {
      this.#arrived = []
      this.#isRequestDue = true
    }
    this.#run()
  }

  /** Resolves when the rows that arrived so far are applied. False when some must be requested first. */
  async whenApplied(): Promise<boolean> {
    while (this.#running !== null && !this.#isRequestDue) await this.#running
    return !this.#isRequestDue
  }

  stop(): void {
    this.#cancelWait?.()
    this.#arrived = []
    this.#stopped.abort(new DOMException('The user has changed.', 'AbortError'))
  }

  #schedule(): void {
    if (this.#stopped.signal.aborted || this.#running !== null) return
    this.#cancelWait ??= this.#ports.after(GATHER_MS, () => {
      this.#cancelWait = null
      this.#run(true)
    })
  }

  #run(mayRequest = false): void {
    if (this.#stopped.signal.aborted || this.#running !== null) return
    this.#running = this.#work(mayRequest)
      .catch((error: unknown) => {
        this.#hasFailed = true
        // The age of the stored lists shows a failure. The next change or pass of the prefetch tries again.
        if (!this.#stopped.signal.aborted && !(error instanceof ApiError)) this.#ports.onTrouble(error)
      })
      .finally(() => {
        this.#running = null
        if (this.#arrived.length > 0) this.#run()
        else if (this.#isRequestDue) this.#schedule()
      })
  }

  async #work(mayRequest: boolean): Promise<void> {
    if (mayRequest && this.#isRequestDue) {
      this.#isRequestDue = false
      // The response contains these too.
      this.#arrived = []
      if ((await this.#ports.request(this.#stopped.signal)).mustRestart) this.#ports.onRestart()
    }
    // The rest waits for the request: without it, there is nothing to which they could be added.
    while (!this.#isRequestDue) {
      const next = this.#arrived.shift()
      if (next === undefined) return
      // Not assigned: a note during this step must stay.
      if (!(await this.#ports.apply(next))) this.#isRequestDue = true
    }
    this.#arrived = []
  }
}
