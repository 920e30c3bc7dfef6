/** Thrown to who comes when the line is full. */
export class LineIsFull extends Error {
  override readonly name = 'LineIsFull'
}

/** Runs work, so much of it at once. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets `atOnce` pieces of work run side by side; others wait in line, first come first served. Whoever comes when
 * `inLine` wait already gets a `LineIsFull` at once.
 */
export function createGate(atOnce: number, inLine: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = async () => {
    if (running < atOnce) {
      running++
      return
    }
    if (waiting.length >= inLine) throw new LineIsFull()
    // Whoever leaves hands over its place: nobody who comes meanwhile slips in between.
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
