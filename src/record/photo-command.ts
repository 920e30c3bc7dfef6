import * as z from 'zod/mini'
import {
  formerPhotoPart,
  NO_PHOTO,
  newPhotoPart,
  type PhotoPart,
  photoField,
  photoFile,
  photoPart,
  photoWords,
} from '#src/form/photos/photo-change.ts'
import { type Command, command, type Effect, newChange, patched } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import type { AppRecord } from './app-record.ts'
import type { RecordFields } from './field-list.ts'
import type { Identity } from './identity.ts'
import type { CommandParts } from './patch-command.ts'
import type { SeenRecord } from './photo-acts.ts'

/** Another photo of a record, or none. */
export interface PhotoChange<Row> extends PhotoPart {
  /** The record as the person saw it. */
  readonly was: Row
}

interface PhotoParts<Row> extends CommandParts {
  /** The address of the photo that a record has; null for none. */
  readonly photoOf: (row: Row) => string | null
  /** Any row of the record's kind with that photo; a row that tells no photo stays as it is. */
  readonly withPhoto: <R extends object>(row: R, photo: string | null) => R
  /** See `Command`. */
  readonly changesAccount?: () => boolean
  /** Whether lists that have not loaded the record show it while the change waits. */
  readonly isListed?: true
  /** What it shows on rows of other kinds. */
  readonly otherEffects?: (change: PhotoChange<Row>) => readonly Effect[]
}

/** A new photo, whose bytes are given with the change as the file of this id. */
export const newPhoto = <Row>(was: Row, id: string): PhotoChange<Row> => ({ was, ...newPhotoPart(id) })
export const noPhoto = <Row>(was: Row): PhotoChange<Row> => ({ was, ...NO_PHOTO })

/** Gives a record another photo, or none. */
export function photoCommand<Row extends Identity, Fields extends RecordFields<Row>>(
  record: AppRecord<Row, Fields>,
  { photoOf, withPhoto, isListed, otherEffects: besides, ...parts }: PhotoParts<Row>,
): Command<PhotoChange<Row>> {
  const { kind, keyOf, refOf, seenVersionOf, currentIn, title, versionsIn, refreshes } = record
  const own: Command<PhotoChange<Row>> = command({
    ...parts,
    input: z.object({ was: record.seen, ...photoPart }),
    request: ({ was, to }) => ({ params: { id: refOf(was) }, body: { photo: to } }),
    touches: ({ was }) => [keyOf(was)],
    effects: (change) => [
      patched(
        kind,
        kind.keyOf(change.was),
        (row) => withPhoto(row, change.shown),
        isListed && record.listed(change.was),
      ),
      ...(besides?.(change) ?? []),
    ],
    inverse: ({ was, shown }) => {
      const back = formerPhotoPart(photoOf(was))
      if (back === null) return []
      return [{ command: own, input: { was: withPhoto(was, shown), ...back }, seenVersion: seenVersionOf(was) }]
    },
    fields: (change) => [photoField(change, photoOf(change.was))],
    rebase: (change, current) => ({ ...change, was: currentIn(current) ?? change.was }),
    describe: (change) => ({ record: title(change.was), change: photoWords(change) }),
    versions: versionsIn,
    refreshes,
  })
  return own
}

/** The change that gives a record the photo in a file, or none. `seenVersion` as in a `Draft`. */
export function photoChange<Row>(
  command: Command<PhotoChange<Row>>,
  [was, seenVersion]: SeenRecord<Row>,
  photo: File | null,
): NewChangeWithFiles {
  if (photo === null) return { ...newChange(command, noPhoto(was), seenVersion), files: [] }
  const id = newUuid()
  return { ...newChange(command, newPhoto(was, id), seenVersion), files: photoFile(photo, id) }
}
