import * as z from 'zod/mini'
import { type AttachmentRef, safeName } from '#contract/files/attachments.ts'
import type { ChosenFile } from '#src/offline/outbox/save/stored-files.ts'
import { type Location, withLocation, withoutLocation } from '../photos/photo-location.ts'

/** A prepared file of a form that is not submitted yet. It is plain data, so that a draft can store it. */
const newAttachment = z.object({
  /** The upload's name: a UUID. */
  id: z.guid(),
  file: z.instanceof(File),
  name: z.string(),
  /** The digest of the original file: recognizes the same file. */
  digest: z.string(),
  /** The location stored in the picture. It is only sent if the user keeps it in the photo. */
  location: z.nullable(z.custom<Location>((bytes) => bytes instanceof Uint8Array)),
  isLocated: z.boolean(),
})
export type NewAttachment = z.output<typeof newAttachment>

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

/** The form's files for the outbox: their bytes, and the references in the change's input. */
export function attachmentsForOutbox(attachments: readonly NewAttachment[]): {
  readonly files: readonly ChosenFile[]
  readonly refs: readonly AttachmentRef[]
} {
  return {
    files: attachments.map(({ id, file, name }) => ({ id, field: 'files', file, name: safeName(name) })),
    refs: attachments.map(({ id, name }) => ({ upload: id, name: safeName(name) })),
  }
}
