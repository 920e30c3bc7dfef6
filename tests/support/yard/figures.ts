import type { Db, Sql } from '#server/db/db.ts'

/** Inserts a driver's fuel purchase of a day, in dollars. */
export async function buyFuel(db: Db, driver: number, date: string, amount: number): Promise<void> {
  await db.query(
    'test.fuel',
    `insert into fuel_transactions (driver_id, date, gallons, amount, source, source_key)
     values ($1::integer, $2::date, 100, $3::numeric, 'test', gen_random_uuid()::text)`,
    [driver, date, amount],
  )
}

/** Inserts a driver's miles of a day. */
export async function driveMiles(db: Db, driver: number, date: string, miles: number): Promise<void> {
  await db.query('test.miles', 'insert into driver_miles (driver_id, date, miles) values ($1::integer, $2::date, $3)', [
    driver,
    date,
    miles,
  ])
}

/** Inserts the revenue of a load, in dollars. */
export async function earn(
  db: Db,
  { driver, dispatcher, date, amount }: { driver: number; dispatcher: number | null; date: string; amount: number },
): Promise<void> {
  await db.query(
    'test.revenue',
    'insert into gross_revenue (date, dispatcher_id, driver_id, amount) values ($1::date, $2::integer, $3::integer, $4)',
    [date, dispatcher, driver, amount],
  )
}

/** Inserts a toll of a day, in dollars: of a truck, or without an owner but with the identifiers read on the road. */
export async function payToll(
  sql: Sql,
  toll: { unit: string | null; date: string; amount: number; plate?: string; transponder?: string; number?: string },
): Promise<void> {
  await sql.query(
    'test.toll',
    `insert into toll_transactions (unit_id, date, amount, plate, transponder_id, unit_number, source, source_key)
     values ($1, $2::date, $3::numeric, $4, $5, $6, 'test', gen_random_uuid()::text)`,
    [toll.unit, toll.date, toll.amount, toll.plate ?? '', toll.transponder ?? '', toll.number ?? ''],
  )
}

/** Inserts the fuel of a unit on a day, in dollars. */
export async function fuelUnit(db: Db, unit: string, date: string, amount: number): Promise<void> {
  await db.query(
    'test.unit_fuel',
    `insert into fuel_transactions (unit_id, date, gallons, amount, source, source_key)
     values ($1, $2::date, 100, $3::numeric, 'test', gen_random_uuid()::text)`,
    [unit, date, amount],
  )
}

/** Inserts a unit's miles of a day. */
export async function rollUnit(db: Db, unit: string, date: string, miles: number): Promise<void> {
  await db.query(
    'test.unit_miles',
    'insert into unit_miles (unit_id, date, miles) values ($1, $2::date, $3::numeric)',
    [unit, date, miles],
  )
}
