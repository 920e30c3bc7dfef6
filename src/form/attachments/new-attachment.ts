import * as z from 'zod/mini'
import { type AttachmentRef, safeName } from '#contract/files/attachments.ts'
import type { GivenFile } from '#src/offline/outbox/save/stored-files.ts'
import { type Location, withLocation, withoutLocation } from '../photos/photo-location.ts'

/** A file that a form holds until it is submitted, ready to be kept; plain data, so that it comes back with a draft. */
const newAttachment = z.object({
  /** The upload's name, a UUID made once. */
  id: z.guid(),
  file: z.instanceof(File),
  name: z.string(),
  /** Of the file as it was given: tells whether another one is the same. */
  digest: z.string(),
  /** Where the picture says that it was taken: it is sent only if the person keeps it in the photo. */
  location: z.nullable(z.custom<Location>((bytes) => bytes instanceof Uint8Array)),
  isLocated: z.boolean(),
})
export type NewAttachment = z.output<typeof newAttachment>

/** For the schema of a form's draft. A file that the device has lost since is left out: the rest is worth having. */
export const draftedAttachments = z.pipe(
  z.array(z.unknown()),
  z.transform((kept): readonly NewAttachment[] =>
    kept.flatMap((one) => {
      const { data } = z.safeParse(newAttachment, one)
      return data ? [data] : []
    }),
  ),
)

/** The files with or without the places where they were taken; those that say none stay as they are. */
export function withLocations(attachments: readonly NewAttachment[], isLocated: boolean): readonly NewAttachment[] {
  return attachments.map((one) => {
    if (one.location === null || one.isLocated === isLocated) return one
    const file = isLocated ? withLocation(one.file, one.location) : withoutLocation(one.file, one.location)
    return { ...one, file, isLocated }
  })
}

/** What goes to the outbox with a change: the bytes, and how the change's own input names them. */
export function attachmentsGiven(attachments: readonly NewAttachment[]): {
  readonly files: readonly GivenFile[]
  readonly refs: readonly AttachmentRef[]
} {
  return {
    files: attachments.map(({ id, file, name }) => ({ id, field: 'files', file, name: safeName(name) })),
    refs: attachments.map(({ id, name }) => ({ upload: id, name: safeName(name) })),
  }
}
