/** The queue has no room: the work was not started. */
export class QueueIsFull extends Error {
  override readonly name = 'QueueIsFull'
}

/** Runs work with limited concurrency. Resolves and rejects as the work does. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs up to `maxRunning` pieces of work at the same time. More work waits in a queue, first in, first out. When
 * `maxWaiting` already wait, new work is rejected immediately with `QueueIsFull`.
 */
export function createGate(maxRunning: number, maxWaiting: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = async () => {
    if (running < maxRunning) {
      running++
      return
    }
    if (waiting.length >= maxWaiting) throw new QueueIsFull()
    // Finished work hands its place directly to the next in the queue, so that new work can't overtake the queue.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
