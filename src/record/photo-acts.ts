import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import type { Command } from '#src/offline/command.ts'
import type { PhotoChange } from './photo-command.ts'

/** A record whose photo is changed at once: as it is seen, with the version to name. */
export type SeenRecord<Row> = readonly [row: Row, seenVersion: number | null]

/** Keeps another photo of a record, or none, as a change at once, and offers to take it back. `load` gives the command. */
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
