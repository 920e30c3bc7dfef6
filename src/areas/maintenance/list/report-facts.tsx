import type { Inspection } from '#contract/maintenance/inspections.ts'
import { fullName } from '#contract/wire/people.ts'
import { shortDay } from '#src/format/calendar.ts'
import { formatMoney } from '#src/format/numbers.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { DefectBadges } from './defect-badges.tsx'
import classes from './inspection-facts.module.css'
import { InspectionMarks } from './inspection-marks.tsx'

/** The facts of a report in the list: service, defects, date, cost, fleet manager and shop. */
export function ReportFacts({ row }: { readonly row: Inspection }) {
  return (
    <dl className={classes.report}>
      <Fact name="Service type" isNameHidden className={classes.service}>
        {row.service_type_display}
      </Fact>
      <Fact name="Report" isNameHidden className={classes.found}>
        <DefectBadges row={row} />
      </Fact>
      <Fact name="Date" isNameHidden className={classes.date}>
        <time dateTime={row.date}>{shortDay(row.date)}</time>
      </Fact>
      <Fact name="Total cost" isNameHidden className={classes.cost}>
        {formatMoney(row.total_cost)}
      </Fact>
      <Fact name="Fleet manager" isNameHidden isVerbatim className={classes.manager}>
        {row.fleet_manager ? fullName(row.fleet_manager) : 'None'}
      </Fact>
      <Fact name="Shop or carrier" isNameHidden isVerbatim className={classes.career}>
        {row.career}
      </Fact>
      <Fact name="Attached" isNameHidden className={classes.marks}>
        <InspectionMarks row={row} />
      </Fact>
    </dl>
  )
}
