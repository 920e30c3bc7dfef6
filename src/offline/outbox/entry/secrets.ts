import type { AnyCommand } from '#src/offline/command.ts'
import { contentOf, withoutSecrets } from './content.ts'
import type { OutboxEntry } from './entry.ts'
import type { Reading } from './reading.ts'

/**
 * An entry without the secrets of its change, in its input, its request and its earlier contents. Used when an ended
 * entry is stored and when an entry leaves the device. For a change that this version of the app does not know, any
 * part may be secret: only its words are kept.
 */
export function entryWithoutSecrets(reading: Reading | null, entry: OutboxEntry): OutboxEntry {
  if (reading === null) return onlyWords(entry)
  const { command, input } = reading
  if (!command.withoutSecrets) return entry
  try {
    const content = contentOf(command, withoutSecrets(command, input), entry.files)
    const earlier = reading.earlier.map((content) => ({ ...content, input: stripSecrets(command, content.input) }))
    return { ...entry, ...content, touches: entry.touches, words: entry.words, earlier }
  } catch {
    // The content can't be built without the secrets: only the words are kept.
    return onlyWords(entry)
  }
}

/** An earlier input was once the entry’s input, accepted by the command's schema. */
const stripSecrets = (command: AnyCommand, input: unknown): unknown => withoutSecrets(command, input as never)

const onlyWords = (entry: OutboxEntry): OutboxEntry => ({ ...entry, input: null, request: {}, earlier: [] })
