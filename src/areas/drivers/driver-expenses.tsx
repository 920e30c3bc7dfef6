import { useCallback } from 'react'
import type { DriverWeekFigures } from '#contract/people/driver-weeks.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { WeekExpenses } from '#src/figures/week-expenses.tsx'
import { driverFigures } from './driver-figures-queries.ts'

const expenseFigures = ({ fuel_expenses }: DriverWeekFigures) => [{ title: 'Fuel expenses', amount: fuel_expenses }]
const incomeFigures = ({ income }: DriverWeekFigures) =>
  income === undefined ? [] : [{ title: 'Company income', amount: income }]

/** A driver's fuel expenses of a week, with the surrounding weeks as a chart; for administrators also the income. */
export function DriverExpenses({ driver }: { readonly driver: Driver }) {
  const { id } = driver
  return (
    <WeekExpenses
      of={fullName(driver.user)}
      weeksAt={useCallback((at: number, today: string) => driverFigures(id, at, today), [id])}
      spent={expenseFigures}
      besides={incomeFigures}
      refusal="Permission for drivers view required"
    />
  )
}
