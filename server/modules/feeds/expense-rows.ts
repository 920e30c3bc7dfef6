import type { ExpenseKind } from '#contract/expenses/tolls.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { FuelRow } from '#server/providers/fuel/fuel.ts'
import type { TollRow } from '#server/providers/tolls/tolls.ts'
import { loadOwnerLookup, type Owners } from '#server/records/owners/owner-lookup.ts'
import {
  assignOwners,
  findUnmatchedRows,
  storeFuel,
  storeTolls,
  type UnmatchedSpelling,
} from './expense-row-repository.ts'

/** The most rows matched in one transaction. */
const ROWS_PER_TRANSACTION = 20_000

/** A driver’s number at the fuel network, as reports write it. */
const cardOf = (card: number | null) => (card === null ? '' : `${card}`)

/** Stores a vendor’s tolls, each with the truck that it names in any spelling. */
export async function storeMatchedTolls(sql: Sql, vendor: string, rows: readonly TollRow[]): Promise<void> {
  const owners = await loadOwnerLookup(sql, 'tolls')
  await storeTolls(
    sql,
    vendor,
    rows.map((row) => ({ ...row, unit_id: owners.ownersOf(row).unit_id })),
  )
}

/** Stores a vendor’s fuel purchases, each with the unit and driver that it names. */
export async function storeMatchedFuel(sql: Sql, vendor: string, rows: readonly FuelRow[]): Promise<void> {
  const owners = await loadOwnerLookup(sql, 'fuel')
  await storeFuel(
    sql,
    vendor,
    rows.map((row) => {
      const { unit_id, driver_id } = owners.ownersOf({
        ...row,
        driver_card: cardOf(row.network_driver),
        driver_name: '',
      })
      return { ...row, unit_id, driver_id }
    }),
  )
}

/**
 * Assigns rows without an owner, from vendors and reports, to trucks, trailers and drivers that were added since.
 * Several processes can run it at the same time: each row is assigned once.
 */
export async function matchExpenses(db: Db): Promise<void> {
  for (const kind of ['tolls', 'fuel'] as const) {
    let after: number | null = 0
    while (after !== null) {
      const from: number = after
      after = await db.tx((sql) => matchNextRows(sql, kind, from))
    }
  }
}

/** Returns the id of the last row that was processed; null if no row is left after `after`. */
async function matchNextRows(sql: Sql, kind: ExpenseKind, after: number): Promise<number | null> {
  const open = await findUnmatchedRows(sql, kind, after, ROWS_PER_TRANSACTION)
  if (open === null) return null
  const owners = await loadOwnerLookup(sql, kind)
  const ownersOf = (spelling: UnmatchedSpelling): Owners =>
    owners.ownersOf(kind === 'tolls' ? spelling : { ...spelling, driver_card: cardOf(spelling.card), driver_name: '' })
  const found = open.spellings.flatMap((spelling) => {
    const { unit_id, driver_id } = ownersOf(spelling)
    return unit_id === null && driver_id === null ? [] : [{ ...spelling, unit_id, driver_id }]
  })
  if (found.length > 0) await assignOwners(sql, kind, open, found)
  return open.last
}
