import type { TollVehicle } from '#contract/expenses/tolls.ts'
import { ExpenseCard, type ExpenseSubject } from '#src/figures/expense-card.tsx'
import { useFeed } from '#src/lookups/use-feed.ts'
import { chosenTrucks } from './chosen-trucks.ts'
import { tollExpenses, tollVehicles } from './toll-queries.ts'
import { isSameVehicle, tollVehicleTitle } from './toll-vehicle.ts'

const TOLLS: ExpenseSubject<TollVehicle> = {
  title: 'Toll Expenses',
  many: 'trucks',
  choice: chosenTrucks,
  list: tollVehicles,
  titleOf: tollVehicleTitle,
  isSame: isSameVehicle,
  amountIn: tollExpenses,
  whereGone: 'in the fleet',
}

/** The tolls of a week, for all trucks or the chosen ones. */
export function TollExpensesCard() {
  return <ExpenseCard subject={TOLLS} source={useFeed('tolls')} />
}
