import type { FileStore } from '#server/providers/files/file-store.ts'
import { readSamples } from './samples.ts'

/**
 * Keeps the bytes of what the demo company's reports have attached, and of pictures a small one beside. Before the rows that
 * name them: a file that is named is there. Doing it twice, or by two processes at once, does no harm.
 */
export async function keepSamples(files: FileStore): Promise<void> {
  for (const { kept_as, size, bytes, thumbnail } of await readSamples()) {
    if ((await files.sizeOf(kept_as)) === size) continue
    // The photo last: where it is, the small one beside it is too.
    if (thumbnail) await files.keep(`${kept_as}-thumbnail`, thumbnail)
    await files.keep(kept_as, bytes)
  }
}
