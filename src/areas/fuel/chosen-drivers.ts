import { fuelDriver } from '#contract/expenses/fuel.ts'
import { choiceStore } from '#src/figures/choice-store.ts'
import { fuelDriverValue } from './fuel-queries.ts'

/** Whose fuel a person looks at. */
export const chosenDrivers = choiceStore({ name: 'drivers', schema: fuelDriver, keyOf: fuelDriverValue })
