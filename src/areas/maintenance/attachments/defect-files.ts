import type { Attachment, Defect, Inspection } from '#contract/maintenance/inspections.ts'
import { defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { attachmentKey, isPhoto } from './attachment-facts.ts'

type WithFiles = Pick<Inspection, 'defects' | 'attachments'>

/** Whether a file shows a defect. A file of a report that waits to be created names the defect by its client id. */
const showsDefect = ({ defect }: Attachment, { id, client_id }: Pick<Defect, 'id' | 'client_id'>): boolean =>
  defect !== null && (defect === id || defect === client_id)

/** The files of a defect: those from before its repair, and those from after it. */
export interface DefectFiles {
  readonly before: readonly Attachment[]
  readonly after: readonly Attachment[]
}

/** The files that show a defect. */
export function filesOfDefect({ attachments }: Pick<Inspection, 'attachments'>, defect: Defect): DefectFiles {
  const own = attachments.filter((one) => showsDefect(one, defect))
  const isAfter = ({ is_after_repair = false }: Attachment) => is_after_repair
  return { before: own.filter((one) => !isAfter(one)), after: own.filter(isAfter) }
}

/** The files that show no defect of the report. */
export const filesBesideDefects = ({ defects, attachments }: WithFiles): readonly Attachment[] =>
  attachments.filter((one) => !defects.some((defect) => showsDefect(one, defect)))

/** The text under a file, and its title full screen. */
export interface Caption {
  readonly short: string
  readonly long: string
}

/**
 * The captions of a defect's photos: "Tires 1", and "Tires 1 of 3 · before" full screen. Other files keep their names.
 * The photos are counted through before and after.
 */
export function defectCaptions({ before, after }: DefectFiles, defect: Defect): ReadonlyMap<string, Caption> {
  const photos = [...before, ...after].filter(isPhoto)
  const title = defectTitle(defect.defect_type)
  return new Map(
    photos.map((photo, at) => {
      const time = after.includes(photo) ? 'after' : 'before'
      const number = `${title} ${at + 1}`
      return [attachmentKey(photo), { short: number, long: `${number} of ${photos.length} · ${time}` }]
    }),
  )
}

/** The caption of a file: that of its defect's photos, or the file's name. */
export const captionOf = (captions: ReadonlyMap<string, Caption>, file: Attachment): Caption =>
  captions.get(attachmentKey(file)) ?? { short: file.name, long: file.name }
