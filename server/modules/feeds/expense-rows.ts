import type { ExpenseKind } from '#contract/expenses/tolls.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { FuelRow } from '#server/providers/fuel/fuel.ts'
import type { TollRow } from '#server/providers/tolls/tolls.ts'
import { knownOwners, type Owners } from '#server/records/owners/known-owners.ts'
import { findOpenRows, giveRows, type OpenSpelling, putFuel, putTolls } from './expense-row-repository.ts'

/** So many rows are looked at in one transaction. */
const ROWS_AT_ONCE = 20_000

/** A number at the fuel network as reports write it. */
const cardOf = (card: number | null) => (card === null ? '' : `${card}`)

/** Puts tolls of a vendor into the books, each with the truck that it names, however it spells that. */
export async function takeTolls(sql: Sql, vendor: string, rows: readonly TollRow[]): Promise<void> {
  const owners = await knownOwners(sql, 'tolls')
  await putTolls(
    sql,
    vendor,
    rows.map((row) => ({ ...row, unit_id: owners.of(row).unit_id })),
  )
}

/** The same of fuel. */
export async function takeFuel(sql: Sql, vendor: string, rows: readonly FuelRow[]): Promise<void> {
  const owners = await knownOwners(sql, 'fuel')
  await putFuel(
    sql,
    vendor,
    rows.map((row) => {
      const { unit_id, driver_id } = owners.of({ ...row, driver_card: cardOf(row.network_driver), driver_name: '' })
      return { ...row, unit_id, driver_id }
    }),
  )
}

/**
 * Gives rows without an owner, of vendors and of reports, to the trucks, trailers and drivers that the company knows since.
 * However many processes do so at once, each row is given once.
 */
export async function matchExpenses(db: Db): Promise<void> {
  for (const kind of ['tolls', 'fuel'] as const) {
    let after: number | null = 0
    while (after !== null) {
      const from: number = after
      after = await db.tx((sql) => matchSome(sql, kind, from))
    }
  }
}

/** Answers the last row that was looked at; null when there is none behind `after`. */
async function matchSome(sql: Sql, kind: ExpenseKind, after: number): Promise<number | null> {
  const open = await findOpenRows(sql, kind, after, ROWS_AT_ONCE)
  if (open === null) return null
  const owners = await knownOwners(sql, kind)
  const ownersOf = (spelling: OpenSpelling): Owners =>
    owners.of(kind === 'tolls' ? spelling : { ...spelling, driver_card: cardOf(spelling.card), driver_name: '' })
  const found = open.spellings.flatMap((spelling) => {
    const { unit_id, driver_id } = ownersOf(spelling)
    return unit_id === null && driver_id === null ? [] : [{ ...spelling, unit_id, driver_id }]
  })
  if (found.length > 0) await giveRows(sql, kind, open, found)
  return open.last
}
