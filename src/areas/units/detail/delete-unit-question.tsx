import type { Unit, UnitDependents } from '#contract/units/units.ts'
import { removeUnit } from '#src/areas/units/changes/save-unit.ts'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { countOf } from '#src/format/numbers.ts'
import { useReading, useSameQuery } from '#src/offline/reading/use-reading.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { unitDependents } from '../unit-identity-queries.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'

interface DeleteUnitQuestionProps {
  readonly unit: Unit
  readonly onClose: () => void
}

/** Describes the expenses, inspections and defects of a unit before it is deleted. */
export function dependentWords({ tolls, fuel, inspections, defects }: UnitDependents): string {
  const expenses = [
    tolls > 0 ? countOf(tolls, 'toll') : '',
    fuel > 0 ? countOf(fuel, 'purchase of fuel', 'purchases of fuel') : '',
  ].filter(Boolean)
  const expenseWords =
    expenses.length === 0 ? '' : `${expenses.join(' and ')} stay${tolls + fuel === 1 ? 's' : ''} in the books. `
  const inspectionWords =
    inspections === 0 ? '' : `${countOf(inspections, 'inspection')} stay${inspections === 1 ? 's' : ''}. `
  const defectWords = defects === 0 ? '' : `${countOf(defects, 'defect')} of it go${defects === 1 ? 'es' : ''} with it.`
  return `${expenseWords}${inspectionWords}${defectWords}`.trim() || 'It has no tolls, fuel, inspections or defects.'
}

/** Asks for confirmation before a unit is deleted, and lists what depends on it. */
export function DeleteUnitQuestion({ unit, onClose }: DeleteUnitQuestionProps) {
  const { noun } = UNIT_WORDS[unit.kind]
  const remove = () => {
    removeUnit(unit).catch(toastFailure)
  }
  return (
    <Question
      title={`Delete ${unitTitle(unit)}`}
      confirm={`Delete ${noun}`}
      isDanger
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        The {noun} is gone for good. To keep its records, set its status to For Sale instead.
        {unit.driver_full_name === null ? '' : ` ${unit.driver_full_name} will have no ${noun}.`}
      </p>
      <Dependents unit={unit} />
    </Question>
  )
}

function Dependents({ unit }: Pick<DeleteUnitQuestionProps, 'unit'>) {
  const { known, state } = useReading(useSameQuery(unitDependents(unit)).options)
  const isKnown = known !== undefined && state === 'ready'
  if (isKnown) return <p role="status">{dependentWords(known.data)}</p>
  if (state === 'loading') return <p role="status">Looking up its tolls, fuel and inspections…</p>
  return (
    <p role="status">
      How many tolls, purchases of fuel and inspections it has is not known here just now; all of them stay.
    </p>
  )
}
