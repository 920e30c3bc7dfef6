import { type Inspection, recordRefOf } from '#contract/maintenance/inspections.ts'
import { type DefectType, defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { SmallDefectPhotos } from '#src/areas/maintenance/attachments/defect-photos.tsx'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import { checkWords } from '../inspection-words.ts'
import classes from './inspection-detail.module.css'

const COLORS = { ok: 'green', defect: 'red', not_applicable: 'gray' } as const

/** The result for each checked part, with the photos of its defects. */
export function ChecklistTable({ row }: { readonly row: Inspection }) {
  const defectsOf = (part: DefectType) => row.defects.filter(({ defect_type }) => defect_type === part)
  return (
    <ul className={classes.checklist}>
      {row.checklist.map(({ part, found }) => (
        <li key={part}>
          <span>{defectTitle(part)}</span>
          {found === 'defect'
            ? defectsOf(part).map((defect) => <SmallDefectPhotos key={recordRefOf(defect)} row={row} defect={defect} />)
            : null}
          <StatusBadge color={COLORS[found]} title={checkWords(found)} />
        </li>
      ))}
    </ul>
  )
}
