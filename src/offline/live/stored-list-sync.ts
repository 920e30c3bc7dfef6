import { ApiError } from '#src/api/api-error.ts'

interface SyncPorts {
  /** Runs `work` after a delay. Returns the function that cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** Applies the server's changes to all stored lists. */
  readonly sync: (signal: AbortSignal) => Promise<void>
  /** Gets an error that is not about the network or the server. */
  readonly onTrouble: (error: unknown) => void
}

/** Changes within this time share one request. */
const GATHER_MS = 500

/**
 * Brings the stored lists up to date when the server reports changes. One request runs at a time. Changes that are
 * reported while it runs are requested after it.
 */
export function storedListSync({ after, sync, onTrouble }: SyncPorts): { note: () => void; stop: () => void } {
  const stopped = new AbortController()
  let cancel: (() => void) | null = null
  let isRunning = false
  let isDue = false
  const run = async () => {
    cancel = null
    isRunning = true
    isDue = false
    await sync(stopped.signal).catch((error: unknown) => {
      // The age of the stored lists shows a failure. The next change or pass of the prefetch tries again.
      if (!stopped.signal.aborted && !(error instanceof ApiError)) onTrouble(error)
    })
    isRunning = false
    if (isDue) schedule()
  }
  const schedule = () => {
    if (!stopped.signal.aborted) cancel ??= after(GATHER_MS, () => void run())
  }
  return {
    note() {
      isDue = true
      if (!isRunning) schedule()
    },
    stop() {
      cancel?.()
      stopped.abort(new DOMException('The user has changed.', 'AbortError'))
    },
  }
}
