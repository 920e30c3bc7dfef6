import type { ReactNode } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { reportTitle } from '#contract/maintenance/maintenance-choices.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { costWords, dueDateWords, milesWords, NONE, nameWords } from '../inspection-words.ts'
import classes from './inspection-facts.module.css'
import { MadeAndArrived } from './made-and-arrived.tsx'

interface InspectionFactsProps {
  readonly row: Inspection
  readonly unit: ReactNode
  /** Further facts, after the report type. */
  readonly children?: ReactNode
}

/** All facts of an inspection except its findings, for a `<dl>` on screen and on paper. */
export function InspectionFacts({ row, unit, children }: InspectionFactsProps) {
  return (
    <>
      <Fact name={row.transport.kind === 'truck' ? 'Vehicle' : 'Asset'}>{unit}</Fact>
      <Fact name="Service type">{row.service_type_display}</Fact>
      <Fact name="Report type">{reportTitle(row.report_type)}</Fact>
      {children}
      <Fact isVerbatim name="Fleet manager">
        {nameWords(row.fleet_manager)}
      </Fact>
      <Fact isVerbatim name="Shop or carrier">
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
