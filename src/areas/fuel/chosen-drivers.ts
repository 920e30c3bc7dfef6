import { fuelDriver } from '#contract/expenses/fuel.ts'
import { choiceStore } from '#src/figures/choice-store.ts'
import { fuelDriverValue } from './fuel-queries.ts'

/** The drivers whose fuel expenses the user looks at. */
export const chosenDrivers = choiceStore({ name: 'drivers', schema: fuelDriver, keyOf: fuelDriverValue })
