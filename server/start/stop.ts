import { setTimeout as pause } from 'node:timers/promises'

export interface RunningServer {
  /** Accepts no new connections. Resolves when all requests are finished. */
  readonly close: () => Promise<unknown>
  /** Closes the connections that are still open. */
  readonly breakOff: () => void
  /** What to stop after the last request, in order. */
  readonly stopSteps: readonly (() => Promise<unknown>)[]
}

/**
 * Stops a server. Running requests may finish within `patienceMs`, then connections are closed. Jobs and database may
 * end within the same time again. Returns true when everything ended within these limits.
 */
export async function stopGracefully(running: RunningServer, patienceMs: number): Promise<boolean> {
  const closing = running.close()
  const isAnswered = await within(closing, patienceMs)
  if (!isAnswered) {
    running.breakOff()
    await within(closing, patienceMs)
  }
  const runStopSteps = async () => {
    for (const end of running.stopSteps) await end()
  }
  return (await within(runStopSteps(), patienceMs)) && isAnswered
}

async function within(work: Promise<unknown>, patienceMs: number): Promise<boolean> {
  const patience = new AbortController()
  const tooLong = pause(patienceMs, false, { signal: patience.signal }).catch(() => false)
  const isDone = await Promise.race([work.then(() => true), tooLong])
  patience.abort()
  return isDone
}
