import type { MappedDriver } from '#contract/boards/telematics.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { numberOf, numberOfDrivers, unitNumberKind } from '#contract/units/unit-names.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

interface Numbered {
  readonly id: string
  readonly number?: string | undefined
  readonly formerly?: readonly string[] | undefined
}

/** Whether some unit waits for another number: without one all rows stay as they are. */
export const isRenumbering = (fold: Fold): boolean => fold.has(unitNumberKind)

/** A unit with the number that it will have by what waits, and what it was called before; the same where none waits for it. */
export function renumbered<Row extends Numbered>(row: Row, fold: Fold): Row {
  const { number } = fold.row<Numbered>(unitNumberKind, { id: row.id, number: numberOf(row) })
  if (number === undefined || number === numberOf(row)) return row
  return { ...row, number, formerly: [numberOf(row), ...(row.formerly ?? [])].filter((one) => one !== number) }
}

/** The same of a row that tells the unit with a title which begins with its number: "305 · Kenworth T680". */
export function retitled<Row extends Omit<Numbered, 'formerly'> & { readonly title: string }>(
  row: Row,
  fold: Fold,
): Row {
  const { number } = fold.row<Numbered>(unitNumberKind, { id: row.id, number: numberOf(row) })
  if (number === undefined || number === numberOf(row) || !row.title.startsWith(numberOf(row))) return row
  return { ...row, number, title: `${number}${row.title.slice(numberOf(row).length)}` }
}

type OfDriver = Pick<MappedDriver, 'truck' | 'trailer' | 'truck_number' | 'trailer_number'>

/** The numbers of a driver's units by what waits; null for none. */
export function renumberedOf(row: Partial<OfDriver>, sort: UnitKind, fold: Fold): string | null {
  const [id, number] = [row[sort] ?? null, numberOfDrivers(row, sort)]
  return id === null || number === null ? null : numberOf(fold.row<Numbered>(unitNumberKind, { id, number }))
}
