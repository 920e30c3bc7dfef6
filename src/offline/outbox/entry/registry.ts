import type { AnyCommand } from '#src/offline/command.ts'
import type { OutboxEntry } from './entry.ts'
import { type Reading, readingOf, settledReading } from './reading.ts'

/** The commands that this version of the app knows, and a cache of the entries read by them. */
export interface Registry {
  register(commands: readonly AnyCommand[]): void
  /** Null when this version of the app does not know the change. Cached by the entry's id. */
  read(entry: OutboxEntry): Reading | null
  /** Reads the entry as passed and ignores the cache. */
  readUncached(entry: OutboxEntry): Reading | null
  forget(id: string): void
}

export function createRegistry(): Registry {
  const commands = new Map<string, AnyCommand>()
  const readings = new Map<string, Reading | null>()
  const readUncached = (entry: OutboxEntry) => readingOf(commands.get(entry.command), entry)
  return {
    register(more) {
      for (const one of more) {
        const known = commands.get(one.name)
        if (known && known !== one) throw new Error(`two commands are called "${one.name}"`)
        commands.set(one.name, one)
      }
      readings.clear()
    },
    read(entry) {
      const known = readings.get(entry.id)
      const reading = known === undefined ? readUncached(entry) : known
      const current =
        reading && entry.state === 'done' && !reading.fold.settled ? settledReading(reading, entry) : reading
      readings.set(entry.id, current)
      return current
    },
    readUncached,
    forget: (id) => {
      readings.delete(id)
    },
  }
}

/** The app's registry, used by its screens and its outbox. */
export const appRegistry = createRegistry()
