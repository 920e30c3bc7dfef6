import type { Defect } from '#contract/maintenance/inspections.ts'
import { defectTitle, URGENCIES, urgencyTitle } from '#contract/maintenance/maintenance-choices.ts'
import { SmallDefectPhotos } from '#src/areas/maintenance/attachments/defect-photos.tsx'
import { shortDay } from '#src/format/calendar.ts'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import { ReportLink } from './report-link.tsx'
import classes from './unit-reports.module.css'
import type { OpenDefect } from './unit-reports.ts'

const colorOf = ({ urgency }: Defect) => URGENCIES.find(({ value }) => value === urgency)?.color ?? 'gray'

/** The open defects of a unit with their photos. Each links to its report, where it is repaired or deferred. */
export function OpenDefectList({ defects }: { readonly defects: readonly OpenDefect[] }) {
  if (defects.length === 0) return <p className={classes.none}>No defect is open.</p>
  return (
    <ul className={classes.rows} aria-label="Open defects">
      {defects.map(({ report, defect }) => (
        <li key={defect.client_id ?? defect.id} className={classes.row}>
          <div className={classes.told}>
            <p className={classes.line}>
              <ReportLink {...{ report, defect }}>{defectTitle(defect.defect_type)}</ReportLink>
              <StatusBadge color={colorOf(defect)} title={urgencyTitle(defect.urgency)} />
              <span className={classes.soft}>{shortDay(report.date)}</span>
            </p>
            {defect.description ? <p className={classes.words}>{defect.description}</p> : null}
          </div>
          <SmallDefectPhotos row={report} defect={defect} />
        </li>
      ))}
    </ul>
  )
}
