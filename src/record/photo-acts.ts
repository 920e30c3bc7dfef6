import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import type { Command } from '#src/offline/command.ts'
import type { PhotoChange } from './photo-command.ts'

/** A record as the user sees it, with the version to send with a change. */
export type SeenRecord<Row> = readonly [row: Row, seenVersion: number | null]

/**
 * Submits a new photo of a record as a change, or the removal of its photo (null), and offers to undo it. `load` loads
 * the command.
 */
export function savePhoto<Row>(
  load: () => Promise<Command<PhotoChange<Row>>>,
  seen: SeenRecord<Row>,
  photo: Promise<File> | null,
): Promise<void> {
  const machinery = import('./photo-command.ts')
  return submitAllWithUndo(
    Promise.all([load(), machinery, photo]).then(([command, { photoChange }, file]) => [
      photoChange(command, seen, file),
    ]),
  )
}
