import * as z from 'zod/mini'
import { safeName } from '#contract/files/file-names.ts'
import type { ChosenFile } from '#src/offline/outbox/save/stored-files.ts'
import { FILE_SOURCES, type FileSource } from '../photos/file-source.ts'
import { type Location, withLocation, withoutLocation } from '../photos/photo-location.ts'

/** A file of a form that is not submitted yet. It is plain data, so that a draft can store it. */
const newAttachment = z.object({
  /** The upload's name: a UUID. */
  id: z.guid(),
  file: z.instanceof(File),
  name: z.string(),
  /**
   * The digest of the original file: recognizes the same file. Null while `file` is the original itself, which is
   * stored before it is checked and shrunk, so that a crash does not lose it. It is never sent.
   */
  digest: z.nullable(z.string()),
  /** Where the original comes from; only while `file` is the original. */
  source: z.optional(z.enum(FILE_SOURCES)),
  /** The location stored in the picture. It is only sent if the user keeps it in the photo. */
  location: z.nullable(z.custom<Location>((bytes) => bytes instanceof Uint8Array)),
  isLocated: z.boolean(),
})
export type NewAttachment = z.output<typeof newAttachment>

/** A file as it was added, and where it comes from. */
export type RawAttachment = NewAttachment & { readonly digest: null; readonly source: FileSource }

/** Whether a file must still be checked and shrunk. */
export const isRaw = (attachment: NewAttachment): attachment is RawAttachment => attachment.digest === null

/** A file as it was added. */
export const rawAttachment = (id: string, file: File, source: FileSource): RawAttachment => ({
  ...{ id, file, name: file.name, source },
  ...{ digest: null, location: null, isLocated: false },
})

/** The schema of files in a form's draft. A file that the device has lost is left out; the others are kept. */
export const draftedAttachments = z.pipe(
  z.array(z.unknown()),
  z.transform((storedFiles): readonly NewAttachment[] =>
    storedFiles.flatMap((one) => {
      const { data } = z.safeParse(newAttachment, one)
      return data ? [data] : []
    }),
  ),
)

/** The files with or without their locations. Files without a location stay unchanged. */
export function withLocations(attachments: readonly NewAttachment[], isLocated: boolean): readonly NewAttachment[] {
  return attachments.map((one) => {
    if (one.location === null || one.isLocated === isLocated) return one
    const file = isLocated ? withLocation(one.file, one.location) : withoutLocation(one.file, one.location)
    return { ...one, file, isLocated }
  })
}

/** A file of a change, as the change's input names it. */
interface FileOfChange {
  readonly upload: string
  readonly name: string
  readonly type: string
  readonly size: number
}

/**
 * The form's files for the outbox: their bytes, and what the change's input says of them. Throws while a file is not
 * prepared: an original may be too large, and contain the place where it was taken.
 */
export function attachmentsForOutbox(attachments: readonly NewAttachment[]): {
  readonly files: readonly ChosenFile[]
  readonly refs: readonly FileOfChange[]
} {
  if (attachments.some(isRaw)) throw new Error('Photos are still being compressed. Try again in a moment.')
  return {
    files: attachments.map(({ id, file, name }) => ({ id, field: 'files', file, name: safeName(name) })),
    refs: attachments.map(({ id, name, file: { type, size } }) => ({ upload: id, name: safeName(name), type, size })),
  }
}
