import { setTimeout as pause } from 'node:timers/promises'

export interface Running {
  /** No new connections; resolves when all requests are answered. */
  readonly close: () => Promise<unknown>
  /** Breaks the connections that are still open. */
  readonly breakOff: () => void
  /** What ends after the last request, in order. */
  readonly endings: readonly (() => Promise<unknown>)[]
}

/**
 * Stops a server: requests on their way are answered, for at most `patienceMs`; then jobs and database end, for as long
 * again. Answers whether all of it ended by itself.
 */
export async function stopGracefully(running: Running, patienceMs: number): Promise<boolean> {
  const closing = running.close()
  const isAnswered = await within(closing, patienceMs)
  if (!isAnswered) {
    running.breakOff()
    await within(closing, patienceMs)
  }
  const ended = async () => {
    for (const end of running.endings) await end()
  }
  return (await within(ended(), patienceMs)) && isAnswered
}

async function within(work: Promise<unknown>, patienceMs: number): Promise<boolean> {
  const patience = new AbortController()
  const tooLong = pause(patienceMs, false, { signal: patience.signal }).catch(() => false)
  const isDone = await Promise.race([work.then(() => true), tooLong])
  patience.abort()
  return isDone
}
