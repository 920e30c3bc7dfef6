/** Runs work with the same name one after the other. */
export type SerialRunner = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Creates an independent runner for this process. */
export function createSerialRunner(): SerialRunner {
  const queues = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const previous = queues.get(name) ?? Promise.resolve()
    const current = previous.then(work, work)
    queues.set(name, current)
    try {
      return await current
    } finally {
      if (queues.get(name) === current) queues.delete(name)
    }
  }
}

/**
 * The shared runner of this process, with bucket names as names. Without it, tries whose result is not known yet would
 * count as wrong ones when many correct tries arrive at the same time.
 */
export const runInTurn: SerialRunner = createSerialRunner()
