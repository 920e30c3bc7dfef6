import { type FuelDriver, fuelDriver } from '#contract/fuel.ts'
import { choiceStore } from '#src/figures/choice-store.ts'
import { ExpenseCard, type ExpenseSubject } from '#src/figures/expense-card.tsx'
import { useFeed } from '#src/picks/use-feed.ts'
import { fuelDrivers, fuelDriverValue, fuelExpenses } from './fuel-queries.ts'

const drivers = choiceStore({ name: 'drivers', schema: fuelDriver, keyOf: fuelDriverValue })

const FUEL: ExpenseSubject<FuelDriver> = {
  title: 'Fuel Expenses',
  many: 'drivers',
  choice: drivers,
  list: fuelDrivers,
  titleOf: ({ name }) => name,
  isSame: (one, other) => one.pfj_id === other.pfj_id,
  amountIn: fuelExpenses,
  whereGone: 'in the fuel network',
}

/** What was spent on fuel in a week, by all drivers or by those whom the person chose. */
export function FuelExpensesCard() {
  return <ExpenseCard subject={FUEL} source={useFeed('fuel')} />
}
