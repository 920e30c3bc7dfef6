import type { ReactNode } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { reportTitle } from '#contract/maintenance/maintenance-choices.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { costWords, dueDateWords, milesWords, NONE, nameWords } from '../inspection-words.ts'
import { MadeAndArrived } from './made-and-arrived.tsx'
import classes from './told-facts.module.css'

interface ToldFactsProps {
  readonly row: Inspection
  readonly unit: ReactNode
  /** What else is told, behind what kind of report it is. */
  readonly children?: ReactNode
}

/** All that an inspection tells of itself but what was found, in a `<dl>`: on the screen and on paper. */
export function ToldFacts({ row, unit, children }: ToldFactsProps) {
  return (
    <>
      <Fact name={row.transport.kind === 'truck' ? 'Vehicle' : 'Asset'}>{unit}</Fact>
      <Fact name="Service type">{row.service_type_display}</Fact>
      <Fact name="Report type">{reportTitle(row.report_type)}</Fact>
      {children}
      <Fact isVerbatim name="Fleet manager">
        {nameWords(row.fleet_manager)}
      </Fact>
      <Fact isVerbatim name="Career">
        {row.career || NONE}
      </Fact>
      <Fact name="Cost">{costWords(row.total_cost)}</Fact>
      <Fact name="Odometer">{milesWords(row.odometer)}</Fact>
      <Fact name="Due date">{dueDateWords(row.due_date)}</Fact>
      <Fact name="Due mileage">{milesWords(row.due_mileage)}</Fact>
      {row.note ? (
        <Fact name="Comment of the report" className={classes.note}>
          {row.note}
        </Fact>
      ) : null}
      <MadeAndArrived row={row} />
    </>
  )
}
