import { careerField, INSPECTION_RULES, miles, noteField } from '#contract/maintenance/inspection-changes.ts'
import { inspectionDay } from '#contract/wire/days.ts'
import { dayRule } from '#src/form/fields/date-rule.ts'
import { costRule } from './cost-text.ts'
import { defectsIn, type InspectionValues, partsToCheck } from './new-inspection-values.ts'

type Rule<Value> = (given: { readonly value: Value }) => string | undefined
const { required, confirmed, number } = INSPECTION_RULES

const chosen: Rule<unknown> = ({ value }) => (value === null || value === '' ? required : undefined)

const dueDayRule = dayRule(inspectionDay)

/** A day; a report of defects says until when they are seen to. */
function dueDateRule(report: InspectionValues['report_type'], value: string): string | undefined {
  if (value === '') return report === 'defect' ? required : undefined
  return dueDayRule({ value })
}

/** What the fields of a new report break, in the words of both sides. `values`: all of them, as they are when it is asked. */
export const newInspectionRules = (values: () => InspectionValues) => ({
  transport: chosen,
  fleet_manager: chosen,
  service_type: chosen,
  report_type: chosen,
  career: careerField,
  total_cost: costRule,
  due_date: ({ value }: { readonly value: string }) => dueDateRule(values().report_type, value),
  due_mileage: ({ value }: { readonly value: number | string }) =>
    value === '' || miles.safeParse(value).success ? undefined : number,
  /** A report of defects tells one at least, and of each what it is. */
  defects: () => {
    const now = values()
    const told = defectsIn(now)
    if (now.report_type !== 'defect') return undefined
    return told.length === 0 || told.some(({ defect_type }) => defect_type === '') ? required : undefined
  },
  /** Each part of a checklist is looked at. */
  found: () => {
    const now = values()
    return partsToCheck(now).some(({ value }) => now.found[value] === undefined) ? required : undefined
  },
  note: noteField,
  approved: ({ value }: { readonly value: boolean }) => (value ? undefined : confirmed),
})
