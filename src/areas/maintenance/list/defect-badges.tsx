import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Defect, Inspection } from '#contract/maintenance/inspections.ts'
import {
  defectTitle,
  reportTitle,
  stateTitle,
  URGENCIES,
  urgencyTitle,
} from '#contract/maintenance/maintenance-choices.ts'
import classes from './defect-badges.module.css'

const SIGN = { size: 14, stroke: 2, 'aria-hidden': true } as const
/** The report itself shows the rest. */
const MAX = 3

/** Sort weight: open defects first, then by urgency, the most urgent first. */
const weight = ({ state, urgency }: Defect) =>
  (state === 'open' ? 0 : URGENCIES.length) + URGENCIES.findIndex(({ value }) => value === urgency)

/** The defects of a report, each with urgency and state; or a text that it has none. */
export function DefectBadges({ row }: { readonly row: Inspection }) {
  if (row.report_type === 'no_defect') {
    return (
      <span className={classes.none}>
        <IconCircleCheck {...SIGN} />
        {reportTitle('no_defect')}
      </span>
    )
  }
  const shown = row.defects.toSorted((a, b) => weight(a) - weight(b)).slice(0, row.defects.length > MAX ? MAX - 1 : MAX)
  const more = row.defects.length - shown.length
  return (
    <ul className={classes.badges}>
      {shown.map((defect) => (
        <DefectBadge key={defect.client_id ?? defect.id} defect={defect} />
      ))}
      {more > 0 ? <li className={classes.more}>+{more} more</li> : null}
    </ul>
  )
}

/** One defect. The style of a repaired or deferred defect is calm at any urgency. */
function DefectBadge({ defect: { defect_type, urgency, state, description } }: { readonly defect: Defect }) {
  return (
    <li className={classes.badge} data-urgency={urgency} data-state={state} title={description || undefined}>
      {state === 'open' && urgency === 'major' ? <IconAlertTriangle {...SIGN} /> : null}
      {state === 'repaired' ? <IconCircleCheck {...SIGN} /> : null}
      <span className={classes.what}>{defectTitle(defect_type)}</span>
      <span>
        {urgencyTitle(urgency)} · {stateTitle(state)}
      </span>
    </li>
  )
}
