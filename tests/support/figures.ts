import type { Db } from '#server/db/db.ts'

/** Puts what a driver bought on a day into the books; in dollars. */
export async function buyFuel(db: Db, driver: number, date: string, amount: number): Promise<void> {
  await db.query(
    'test.fuel',
    `insert into fuel_transactions (driver_id, date, gallons, amount, source, source_key)
     values ($1::integer, $2::date, 100, $3::numeric, 'test', gen_random_uuid()::text)`,
    [driver, date, amount],
  )
}

/** Puts a driver's miles of a day into the books. */
export async function driveMiles(db: Db, driver: number, date: string, miles: number): Promise<void> {
  await db.query('test.miles', 'insert into driver_miles (driver_id, date, miles) values ($1::integer, $2::date, $3)', [
    driver,
    date,
    miles,
  ])
}

/** Puts what a load brought in into the books; in dollars. */
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
