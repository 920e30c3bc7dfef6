import { FROZEN, leaveSignal, untilRunning } from '#src/browser/page-life.ts'

/** A signal that aborts with the caller's signal and when the user leaves this page, whose requests end then. */
export function orLeave(signal: AbortSignal | undefined): AbortSignal {
  return signal ? AbortSignal.any([signal, leaveSignal()]) : leaveSignal()
}

/**
 * Calls `read` with a signal that aborts when the user leaves this page. If the page was frozen meanwhile, `read` is
 * called again when the page resumes.
 */
export async function retryAfterFreeze<T>(read: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const leaving = leaveSignal()
    try {
      return await read(orLeave(signal))
    } catch (error) {
      if (leaving.reason !== FROZEN || signal?.aborted) throw error
      await untilRunning()
    }
  }
}
