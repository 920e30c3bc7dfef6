import type { Urgency } from '#contract/maintenance/maintenance-choices.ts'
import { defectsIn, type InspectionValues } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { addDays, type IsoDay } from '#src/format/calendar.ts'

/** In how many days a defect is to be fixed, unless the user chooses another day. A major one grounds the unit. */
const DAYS: Readonly<Record<Urgency, number>> = { major: 0, average: 7, minor: 7 }

/** The day on which the most urgent defect is to be fixed; empty without a defect. */
function usualFixBy(values: InspectionValues, today: IsoDay): string {
  const days = defectsIn(values).map(({ urgency }) => DAYS[urgency])
  return days.length === 0 ? '' : addDays(today, Math.min(...days))
}

/** Brings a usual due date that was set on an earlier day to today. A date that the user chose stays. */
export function withFixByOf(values: InspectionValues, setOn: IsoDay, today: IsoDay): InspectionValues {
  const isUsual = values.due_date === usualFixBy(values, setOn)
  return isUsual ? { ...values, due_date: usualFixBy(values, today) } : values
}

/** Sets the usual due date for the defects of a report, unless the user chose another one. `before`: the former values. */
export function withFixBy(values: InspectionValues, before: InspectionValues, today: IsoDay): InspectionValues {
  const isChosen = before.due_date !== '' && before.due_date !== usualFixBy(before, today)
  return isChosen ? values : { ...values, due_date: usualFixBy(values, today) }
}
