import type { AnyCommand } from '#src/offline/command.ts'
import type { OutboxEntry } from './entry.ts'
import { type Reading, readingOf, settledReading } from './reading.ts'

/** The commands that this version of the app knows, and entries read by them. */
export interface Registry {
  register(commands: readonly AnyCommand[]): void
  /** Null where this version of the app does not know the change. Remembered by the entry's id. */
  read(entry: OutboxEntry): Reading | null
  /** Reads an entry as it is given, whatever is remembered under its id. */
  readAnew(entry: OutboxEntry): Reading | null
  forget(id: string): void
}

export function createRegistry(): Registry {
  const commands = new Map<string, AnyCommand>()
  const readings = new Map<string, Reading | null>()
  const readAnew = (entry: OutboxEntry) => readingOf(commands.get(entry.command), entry)
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
      const reading = known === undefined ? readAnew(entry) : known
      const current =
        reading && entry.state === 'done' && !reading.fold.settled ? settledReading(reading, entry) : reading
      readings.set(entry.id, current)
      return current
    },
    readAnew,
    forget: (id) => {
      readings.delete(id)
    },
  }
}

/** What this app knows, by which its screens and its outbox read entries. */
export const appRegistry = createRegistry()
