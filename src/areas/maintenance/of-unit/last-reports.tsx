import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { DefectBadges } from '#src/areas/maintenance/list/defect-badges.tsx'
import { shortDay } from '#src/format/calendar.ts'
import { ReportLink } from './report-link.tsx'
import classes from './unit-reports.module.css'

const MOST = 5

/** The last five reports on a unit, newest first. */
export function LastReports({ reports }: { readonly reports: readonly Inspection[] }) {
  if (reports.length === 0) return <p className={classes.none}>There is no report yet.</p>
  return (
    <ul className={classes.rows} aria-label="Last reports">
      {reports.slice(0, MOST).map((report) => (
        <li key={inspectionKind.keyOf(report)} className={classes.row}>
          <p className={classes.line}>
            <ReportLink report={report}>
              {report.service_type_display}, {shortDay(report.date)}
            </ReportLink>
          </p>
          <DefectBadges row={report} />
        </li>
      ))}
    </ul>
  )
}
