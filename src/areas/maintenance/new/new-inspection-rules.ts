import { careerField, INSPECTION_RULES, miles, noteField } from '#contract/maintenance/inspection-changes.ts'
import { inspectionDay } from '#contract/wire/days.ts'
import { dayRule } from '#src/form/fields/date-rule.ts'
import { costRule } from './cost-text.ts'
import { defectsIn, type InspectionValues, partsToCheck } from './new-inspection-values.ts'

type Rule<Value> = (input: { readonly value: Value }) => string | undefined
const { required, confirmed, number } = INSPECTION_RULES

const choiceRule: Rule<unknown> = ({ value }) => (value === null || value === '' ? required : undefined)

const dueDayRule = dayRule(inspectionDay)

/** The due date: required for a report with defects (the date by which they are taken care of), otherwise optional. */
function dueDateRule(report: InspectionValues['report_type'], value: string): string | undefined {
  if (value === '') return report === 'defect' ? required : undefined
  return dueDayRule({ value })
}

/**
 * The validation rules of a new report, with the same error texts as the server. `values` returns the form's values at
 * the time of the check.
 */
export const newInspectionRules = (values: () => InspectionValues) => ({
  transport: choiceRule,
  fleet_manager: choiceRule,
  service_type: choiceRule,
  report_type: choiceRule,
  career: careerField,
  total_cost: costRule,
  due_date: ({ value }: { readonly value: string }) => dueDateRule(values().report_type, value),
  due_mileage: ({ value }: { readonly value: number | string }) =>
    value === '' || miles.safeParse(value).success ? undefined : number,
  /** A report with defects has at least one, and each defect has a type. */
  defects: () => {
    const now = values()
    const defects = defectsIn(now)
    if (now.report_type !== 'defect') return undefined
    return defects.length === 0 || defects.some(({ defect_type }) => defect_type === '') ? required : undefined
  },
  /** Every part of the checklist is marked. */
  found: () => {
    const now = values()
    return partsToCheck(now).some(({ value }) => now.found[value] === undefined) ? required : undefined
  },
  note: noteField,
  approved: ({ value }: { readonly value: boolean }) => (value ? undefined : confirmed),
})
