import * as z from 'zod/mini'
import type { AnyCommand, Effect, RecordKey } from '../command.ts'
import type { FoldEntry } from '../fold.ts'
import type { OutboxEntry } from './entry.ts'

/** An entry understood: its command, and what it shows. Null where this version of the app does not know it. */
export interface Reading {
  readonly command: AnyCommand
  readonly effects: readonly Effect[]
  readonly words: { readonly record: string; readonly change: string }
  /** As the fold takes it; one identity until the entry is settled. */
  readonly fold: FoldEntry
}

/** The commands that this version of the app knows, and entries read by them. */
export interface Registry {
  register(commands: readonly AnyCommand[]): void
  read(entry: OutboxEntry): Reading | null
  forget(id: string): void
}

export function createRegistry(): Registry {
  const commands = new Map<string, AnyCommand>()
  const readings = new Map<string, Reading | null>()
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
      const reading = known === undefined ? understood(commands.get(entry.command), entry) : known
      const current =
        reading && entry.state === 'done' && !reading.fold.settled ? settledReading(reading, entry) : reading
      readings.set(entry.id, current)
      return current
    },
    forget: (id) => {
      readings.delete(id)
    },
  }
}

/** What waits was made by this version of a command or an older one whose input it still takes; else it is kept as it is. */
function understood(command: AnyCommand | undefined, entry: OutboxEntry): Reading | null {
  if (!command || entry.commandVersion > command.version) return null
  const parsed = z.safeParse(command.input, entry.input)
  if (!parsed.success) return null
  try {
    // The command's own schema has just judged the input: it is what its functions take.
    const input = parsed.data as never
    const effects = command.shows(input)
    return { command, effects, words: command.describe(input), fold: { effects, settled: null } }
  } catch {
    // A command that cannot tell what its own input shows does not know it; the entry is kept for a version that does.
    return null
  }
}

function settledReading(reading: Reading, entry: OutboxEntry): Reading {
  const versions = new Map<RecordKey, number>(entry.versions.map(({ key, version }) => [key, version]))
  return { ...reading, fold: { effects: reading.effects, settled: versions } }
}
