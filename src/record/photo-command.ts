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

/** A new photo of a record, or the removal of its photo. */
export interface PhotoChange<Row> extends PhotoPart {
  /** The record as the user saw it. */
  readonly was: Row
}

interface PhotoParts<Row> extends CommandParts {
  /** The address of a record's photo; null for none. */
  readonly photoOf: (row: Row) => string | null
  /** A row of the record's kind with that photo. Rows without a photo field stay unchanged. */
  readonly withPhoto: <R extends object>(row: R, photo: string | null) => R
  /** See `Command`. */
  readonly changesAccount?: () => boolean
  /** See `Command`. */
  readonly page?: (change: PhotoChange<Row>) => string
  /** Shows the record in lists that have not loaded it, while the change waits. */
  readonly isListed?: true
  /** Optimistic effects on rows of other kinds. */
  readonly otherEffects?: (change: PhotoChange<Row>) => readonly Effect[]
}

/** A change to a new photo. Its bytes are submitted with the change, as the file with this id. */
export const newPhoto = <Row>(was: Row, id: string): PhotoChange<Row> => ({ was, ...newPhotoPart(id) })
export const noPhoto = <Row>(was: Row): PhotoChange<Row> => ({ was, ...NO_PHOTO })

/** Declares the command that sets or removes the photo of a record. */
export function photoCommand<Row extends Identity, Fields extends RecordFields<Row>>(
  record: AppRecord<Row, Fields>,
  { photoOf, withPhoto, isListed, otherEffects, ...parts }: PhotoParts<Row>,
): Command<PhotoChange<Row>> {
  const { kind, keyOf, refOf, seenVersionOf, currentIn, title, versionsIn } = record
  const photoChangeCommand: Command<PhotoChange<Row>> = command({
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
      ...(otherEffects?.(change) ?? []),
    ],
    inverse: ({ was, shown }) => {
      const back = formerPhotoPart(photoOf(was))
      if (back === null) return []
      return [
        {
          command: photoChangeCommand,
          input: { was: withPhoto(was, shown), ...back },
          seenVersion: seenVersionOf(was),
        },
      ]
    },
    fields: (change) => [photoField(change, photoOf(change.was))],
    rebase: (change, current) => ({ ...change, was: currentIn(current) ?? change.was }),
    describe: (change) => ({ record: title(change.was), change: photoWords(change) }),
    versions: versionsIn,
  })
  return photoChangeCommand
}

/** The change to submit: the photo in a file, or the removal of the photo (null). `seenVersion`: see `NewChange`. */
export function photoChange<Row>(
  command: Command<PhotoChange<Row>>,
  [was, seenVersion]: SeenRecord<Row>,
  photo: File | null,
): NewChangeWithFiles {
  if (photo === null) return { ...newChange(command, noPhoto(was), seenVersion), files: [] }
  const id = newUuid()
  return { ...newChange(command, newPhoto(was, id), seenVersion), files: photoFile(photo, id) }
}
