/** Runs work on one thing one piece after the other. */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Turns of their own, in this process. */
export function createTurns(): Turns {
  const lines = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const before = lines.get(name) ?? Promise.resolve()
    const own = before.then(work, work)
    lines.set(name, own)
    try {
      return await own
    } finally {
      if (lines.get(name) === own) lines.delete(name)
    }
  }
}

/**
 * Runs work on one thing (a bucket's name) one piece after the other, in this process: tries that are not judged yet are
 * then never taken for failures, however many right ones come at the same moment.
 */
export const inTurn: Turns = createTurns()
