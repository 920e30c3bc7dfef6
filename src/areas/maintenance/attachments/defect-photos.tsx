import type { Defect, Inspection } from '#contract/maintenance/inspections.ts'
import { AttachmentTiles } from './attachment-tiles.tsx'
import classes from './attachments.module.css'
import { type DefectFiles, defectCaptions, filesOfDefect } from './defect-files.ts'

interface DefectPhotosProps {
  readonly row: Pick<Inspection, 'attachments'>
  readonly defect: Defect
}

const COLUMNS: readonly (readonly [time: keyof DefectFiles, title: string])[] = [
  ['before', 'Before'],
  ['after', 'After'],
]

function shownFiles(row: DefectPhotosProps['row'], defect: Defect) {
  const files = filesOfDefect(row, defect)
  return { files, browsed: [...files.before, ...files.after], captions: defectCaptions(files, defect) }
}

/** The photos of a defect; those from before and after its repair are side by side, on phones one above the other. */
export function DefectPhotos({ row, defect }: DefectPhotosProps) {
  const { files, browsed, captions } = shownFiles(row, defect)
  if (browsed.length === 0) return null
  const common = { browsed, captions }
  if (files.after.length === 0) return <AttachmentTiles files={files.before} {...common} />
  return (
    <div className={classes.beforeAfter}>
      {COLUMNS.filter(([time]) => files[time].length > 0).map(([time, title]) => (
        <section key={time} aria-label={title}>
          <p className={classes.time}>{title}</p>
          <AttachmentTiles files={files[time]} {...common} />
        </section>
      ))}
    </div>
  )
}

/** The photos of a defect as small pictures, for its line of the checklist. */
export function SmallDefectPhotos({ row, defect }: DefectPhotosProps) {
  const { browsed, captions } = shownFiles(row, defect)
  return browsed.length === 0 ? null : <AttachmentTiles files={browsed} captions={captions} size="small" />
}
