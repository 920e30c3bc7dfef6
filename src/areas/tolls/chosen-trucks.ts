import { tollVehicle } from '#contract/expenses/tolls.ts'
import { choiceStore } from '#src/figures/choice-store.ts'
import { tollVehicleValue } from './toll-vehicle.ts'

/** The trucks whose tolls the user looks at. */
export const chosenTrucks = choiceStore({ name: 'trucks', schema: tollVehicle, keyOf: tollVehicleValue })
