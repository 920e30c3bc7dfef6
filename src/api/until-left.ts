import { FROZEN, leftSignal, untilRunning } from '#src/browser/page-life.ts'

/** A signal that is aborted with the caller's, and when this page is left: its requests end then. */
export function orLeft(signal: AbortSignal | undefined): AbortSignal {
  return signal ? AbortSignal.any([signal, leftSignal()]) : leftSignal()
}

/**
 * Reads with the signal that `read` is given, which is aborted when this page is left. A page that was frozen meanwhile
 * reads again when it goes on.
 */
export async function overFreezes<T>(read: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const left = leftSignal()
    try {
      return await read(orLeft(signal))
    } catch (error) {
      if (left.reason !== FROZEN || signal?.aborted) throw error
      await untilRunning()
    }
  }
}
