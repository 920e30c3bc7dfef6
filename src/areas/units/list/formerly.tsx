import type { Unit } from '#contract/units/unit-rows.ts'
import classes from './unit-card.module.css'

/** What a unit was called before, behind what it is called: ", formerly 205". */
export function Formerly({ unit: { formerly = [] } }: { readonly unit: Unit }) {
  if (formerly.length === 0) return null
  return <span className={classes.formerly}>{formerly.map((number) => `, formerly ${number}`).join('')}</span>
}
