import { useCallback } from 'react'
import type { Unit } from '#contract/unit-rows.ts'
import type { UnitWeekFigures } from '#contract/unit-weeks.ts'
import { WeekExpenses } from '#src/figures/week-expenses.tsx'
import { unitTitle } from './seen-unit.ts'
import { unitFigures } from './unit-figures-queries.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

/** The seven days that begin two weeks back: tolls come in late, and a week that lacks some looks cheap. */
const FIRST_SHOWN = -2

const spent = ({ fuel_expenses, tolls_expenses }: UnitWeekFigures) => [
  { title: 'Fuel expenses', amount: fuel_expenses },
  { title: 'Toll expenses', amount: tolls_expenses },
]

/** What a unit cost in a week, tolls and fuel, and the weeks around it as a picture. */
export function UnitExpenses({ unit }: { readonly unit: Unit }) {
  const { kind, id } = unit
  return (
    <WeekExpenses
      of={unitTitle(unit)}
      weeksAt={useCallback((at: number, today: string) => unitFigures(kind, id, at, today), [kind, id])}
      firstShown={FIRST_SHOWN}
      spent={spent}
      refusal={`Permission for ${UNIT_WORDS[kind].area} view required`}
    />
  )
}
