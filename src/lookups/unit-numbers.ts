import type { MappedDriver } from '#contract/boards/telematics.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitNumberKind, unitNumberOf, unitNumberOfDriver } from '#contract/units/unit-names.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

interface NumberedRow {
  readonly id: string
  readonly number?: string | undefined
  readonly formerly?: readonly string[] | undefined
}

/** Whether a waiting change gives any unit a new number. If not, all rows stay as they are. */
export const isRenumbering = (fold: Fold): boolean => fold.has(unitNumberKind)

/** A unit with the number from its waiting change and its former numbers. Returns the same row when no change waits. */
export function renumbered<Row extends NumberedRow>(row: Row, fold: Fold): Row {
  const { number } = fold.row<NumberedRow>(unitNumberKind, { id: row.id, number: unitNumberOf(row) })
  if (number === undefined || number === unitNumberOf(row)) return row
  return { ...row, number, formerly: [unitNumberOf(row), ...(row.formerly ?? [])].filter((one) => one !== number) }
}

/** The same for a row whose title begins with the unit's number: "305 · Kenworth T680". */
export function retitled<Row extends Omit<NumberedRow, 'formerly'> & { readonly title: string }>(
  row: Row,
  fold: Fold,
): Row {
  const { number } = fold.row<NumberedRow>(unitNumberKind, { id: row.id, number: unitNumberOf(row) })
  if (number === undefined || number === unitNumberOf(row) || !row.title.startsWith(unitNumberOf(row))) return row
  return { ...row, number, title: `${number}${row.title.slice(unitNumberOf(row).length)}` }
}

type DriverUnits = Pick<MappedDriver, 'truck' | 'trailer' | 'truck_number' | 'trailer_number'>

/** The number of a driver's truck or trailer, with waiting changes; null for none. */
export function driverUnitNumber(row: Partial<DriverUnits>, kind: UnitKind, fold: Fold): string | null {
  const [id, number] = [row[kind] ?? null, unitNumberOfDriver(row, kind)]
  return id === null || number === null ? null : unitNumberOf(fold.row<NumberedRow>(unitNumberKind, { id, number }))
}
