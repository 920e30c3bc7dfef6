import { Link } from '@tanstack/react-router'
import { view } from '#contract/access.ts'
import type { Inspection } from '#contract/inspections.ts'
import { reportTitle } from '#contract/maintenance-choices.ts'
import { shortDay } from '#src/format/calendar.ts'
import { useCan } from '#src/session/use-can.ts'
import { Fact } from '#src/ui/fact.tsx'
import classes from './inspection-detail.module.css'
import { costWords, dueDateWords, milesWords, NONE, nameWords } from './inspection-words.ts'
import { MadeAndArrived } from './made-and-arrived.tsx'

/** All that an inspection tells of itself, but what was found. */
export function InspectionFacts({ row }: { readonly row: Inspection }) {
  return (
    <dl className={classes.facts}>
      <Fact name={row.transport.kind === 'truck' ? 'Vehicle' : 'Asset'}>
        <UnitLink transport={row.transport} />
      </Fact>
      <Fact name="Service type">{row.service_type_display}</Fact>
      <Fact name="Report type">{reportTitle(row.report_type)}</Fact>
      <Fact name="Date">{shortDay(row.date)}</Fact>
      <Fact name="Fleet manager">{nameWords(row.fleet_manager)}</Fact>
      <Fact name="Career">{row.career || NONE}</Fact>
      <Fact name="Cost">{costWords(row.total_cost)}</Fact>
      <Fact name="Odometer">{milesWords(row.odometer)}</Fact>
      <Fact name="Due date">{dueDateWords(row.due_date)}</Fact>
      <Fact name="Due mileage">{milesWords(row.due_mileage)}</Fact>
      {row.note ? (
        <div className={classes.note}>
          <dt>Comment of the report</dt>
          <dd>{row.note}</dd>
        </div>
      ) : null}
      <MadeAndArrived row={row} />
    </dl>
  )
}

/** The unit's own page, found there by its number; of one that was deleted its name alone. */
function UnitLink({ transport: { id, kind, title, is_deleted } }: Pick<Inspection, 'transport'>) {
  const isSeen = useCan(view(kind === 'truck' ? 'trucks' : 'trailers'))
  if (is_deleted) return `${title} (deleted)`
  if (!isSeen) return title
  return (
    <Link to={kind === 'truck' ? '/trucks' : '/trailers'} search={{ find: id }}>
      {title}
    </Link>
  )
}
