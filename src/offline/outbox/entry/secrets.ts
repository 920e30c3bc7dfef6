import type { AnyCommand } from '#src/offline/command.ts'
import { contentOf, withoutSecrets } from './content.ts'
import type { OutboxEntry } from './entry.ts'
import type { Reading } from './reading.ts'

/**
 * An entry without the secrets of its change, in all that it says, sends and said before: as it is remembered once it is
 * over, and as it leaves the device. Of a change that this version of the app does not know nobody can tell what is
 * secret: it keeps its words alone.
 */
export function entryWithoutSecrets(reading: Reading | null, entry: OutboxEntry): OutboxEntry {
  if (reading === null) return wordsAlone(entry)
  const { command, input } = reading
  if (!command.withoutSecrets) return entry
  try {
    const content = contentOf(command, withoutSecrets(command, input), entry.files)
    const earlier = reading.earlier.map((step) => ({ ...step, input: bare(command, step.input) }))
    return { ...entry, ...content, touches: entry.touches, words: entry.words, earlier }
  } catch {
    // A change that can't be said without its secrets is not said at all; that it was made is told in its words.
    return wordsAlone(entry)
  }
}

/** A step was an entry's input, judged by the command's schema. */
const bare = (command: AnyCommand, input: unknown): unknown => withoutSecrets(command, input as never)

const wordsAlone = (entry: OutboxEntry): OutboxEntry => ({ ...entry, input: null, request: {}, earlier: [] })
