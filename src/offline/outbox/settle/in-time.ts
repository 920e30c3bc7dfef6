import type { Clock } from '../ports.ts'

/** The result of work; null when it failed or took longer than `ms` milliseconds. */
export async function inTime<T>(clock: Clock, work: Promise<T>, ms: number): Promise<T | null> {
  const { promise: timedOut, resolve } = Promise.withResolvers<null>()
  const cancel = clock.after(ms, () => resolve(null))
  const result = await Promise.race([work.catch(() => null), timedOut])
  cancel()
  return result
}
