import type { FuelDriver } from '#contract/expenses/fuel.ts'
import { ExpenseCard, type ExpenseSubject } from '#src/figures/expense-card.tsx'
import { useFeed } from '#src/lookups/use-feed.ts'
import { chosenDrivers } from './chosen-drivers.ts'
import { fuelDrivers, fuelExpenses } from './fuel-queries.ts'

const FUEL: ExpenseSubject<FuelDriver> = {
  title: 'Fuel Expenses',
  many: 'drivers',
  choice: chosenDrivers,
  list: fuelDrivers,
  titleOf: ({ name }) => name,
  isSame: (one, other) => one.pfj_id === other.pfj_id,
  amountIn: fuelExpenses,
  whereGone: 'in the fuel network',
}

/** The fuel expenses of a week, for all drivers or the chosen ones. */
export function FuelExpensesCard() {
  return <ExpenseCard subject={FUEL} source={useFeed('fuel')} />
}
