import { type Defect, type Inspection, isOpenMajor, recordRefOf } from '#contract/maintenance/inspections.ts'
import { defectTitle, stateTitle, urgencyTitle } from '#contract/maintenance/maintenance-choices.ts'
import { attachmentKey, isPhoto } from '#src/areas/maintenance/attachments/attachment-facts.ts'
import { captionOf, defectCaptions, filesOfDefect } from '#src/areas/maintenance/attachments/defect-files.ts'
import { Stamp } from '#src/areas/maintenance/signing/stamp.tsx'
import { momentWords } from '../inspection-words.ts'
import classes from './inspection-sheet.module.css'
import { SheetPart } from './sheet-part.tsx'
import { SheetPhoto } from './sheet-photo.tsx'

interface SheetDefectsProps {
  readonly row: Inspection
  /** Called when a photo has loaded or can't be loaded. */
  readonly onPhoto: (key: string) => void
}

/** The defects of a report on paper, each with its certification and its photos. */
export function SheetDefects({ row, onPhoto }: SheetDefectsProps) {
  if (row.defects.length === 0) return <SheetPart title="Defects">No defects were found.</SheetPart>
  const hasOpenMajor = !row.transport.is_deleted && row.defects.some(isOpenMajor)
  return (
    <SheetPart title="Defects">
      {hasOpenMajor ? <p className={classes.held}>NOT READY TO ROLL: a major defect is open.</p> : null}
      <ul className={classes.defects}>
        {row.defects.map((defect) => (
          <li key={recordRefOf(defect)} className={classes.defect} data-urgency={defect.urgency}>
            <SheetDefect defect={defect} />
            <SheetDefectPhotos row={row} defect={defect} onPhoto={onPhoto} />
          </li>
        ))}
      </ul>
    </SheetPart>
  )
}

function SheetDefect({ defect }: { readonly defect: Defect }) {
  const { defect_type, urgency, state, description, settled_by, settled_at, settled_note } = defect
  return (
    <div className={classes.defectFacts}>
      <div>
        <p>
          <b>{defectTitle(defect_type)}</b> · {urgencyTitle(urgency)} · {stateTitle(state)}
        </p>
        {description ? <p className={classes.words}>{description}</p> : null}
      </div>
      {state === 'open' ? null : (
        <Stamp
          title={state === 'repaired' ? 'Repaired' : 'Deferred'}
          color={state === 'repaired' ? 'green' : 'yellow'}
          by={`Certified by ${settled_by ?? 'nobody'}`}
          on={settled_at === null ? '' : momentWords(settled_at)}
        >
          {settled_note}
        </Stamp>
      )}
    </div>
  )
}

/** The photos of a defect: in two columns, or those from before and after the repair side by side. */
function SheetDefectPhotos({ row, defect, onPhoto }: SheetDefectsProps & { readonly defect: Defect }) {
  const files = filesOfDefect(row, defect)
  const captions = defectCaptions(files, defect)
  const list = (some: typeof files.before, className: string | undefined) => (
    <ul className={className}>
      {some.filter(isPhoto).map((photo) => (
        <SheetPhoto
          key={attachmentKey(photo)}
          photo={photo}
          caption={captionOf(captions, photo).long}
          onSettled={() => onPhoto(attachmentKey(photo))}
        />
      ))}
    </ul>
  )
  if (captions.size === 0) return null
  if (!files.after.some(isPhoto)) return list(files.before, classes.photos)
  return (
    <div className={classes.photos}>
      {list(files.before, classes.column)}
      {list(files.after, classes.column)}
    </div>
  )
}
