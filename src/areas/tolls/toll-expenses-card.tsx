import { type TollVehicle, tollVehicle } from '#contract/tolls.ts'
import { choiceStore } from '#src/figures/choice-store.ts'
import { ExpenseCard, type ExpenseSubject } from '#src/figures/expense-card.tsx'
import { useFeed } from '#src/picks/use-feed.ts'
import { tollExpenses, tollVehicles } from './toll-queries.ts'
import { isSameVehicle, tollVehicleTitle, tollVehicleValue } from './toll-vehicle.ts'

const trucks = choiceStore({ name: 'trucks', schema: tollVehicle, keyOf: tollVehicleValue })

const TOLLS: ExpenseSubject<TollVehicle> = {
  title: 'Toll Expenses',
  many: 'trucks',
  choice: trucks,
  list: tollVehicles,
  titleOf: tollVehicleTitle,
  isSame: isSameVehicle,
  amountIn: tollExpenses,
  whereGone: 'in the fleet',
}

/** What was paid in tolls in a week, by all trucks or by those that the person chose. */
export function TollExpensesCard() {
  return <ExpenseCard subject={TOLLS} source={useFeed('tolls')} />
}
