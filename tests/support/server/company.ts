import { hash, randomUUID } from 'node:crypto'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { AREAS, type Area, type Role } from '#contract/wire/access.ts'
import { sortName } from '#contract/wire/people.ts'
import type { Db } from '#server/db/db.ts'

export interface NewPerson {
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly role?: Role
  readonly view?: readonly Area[]
  readonly edit?: readonly Area[]
  readonly password_hash?: string | null
  readonly is_active?: boolean
}

const permissionIds = ({ view = [], edit = [] }: NewPerson) => [
  ...view.map((area) => 2 * AREAS.indexOf(area) + 1),
  ...edit.map((area) => 2 * AREAS.indexOf(area) + 2),
]

async function inserted(db: Db, name: string, text: string, params: readonly unknown[]): Promise<number> {
  const [row] = await db.query<{ id: number }>(`test.${name}`, `${text} returning id`, params)
  return row!.id
}

/** Puts a person into the company; answers the user's id. */
export async function hire(db: Db, person: NewPerson = {}): Promise<number> {
  const { first_name = 'Maria', last_name = 'Lopez', role = 'dispatcher' } = person
  const email = person.email ?? `${randomUUID()}@haulyard.example`
  return inserted(
    db,
    'hire',
    `insert into users (first_name, last_name, sort_name, email, phone, role, permissions, password_hash, is_active)
     values ($1, $2, $3, $4, '+1 312 555 0100', $5, $6::smallint[], $7, $8)`,
    [
      first_name,
      last_name,
      sortName({ first_name, last_name }),
      email,
      role,
      permissionIds(person),
      person.password_hash ?? null,
      person.is_active ?? true,
    ],
  )
}

export interface NewDriver extends NewPerson {
  readonly status?: DutyStatus
  readonly dispatcher?: number | null
}

/** Hires a driver; answers the driver's id. */
export async function hireDriver(db: Db, driver: NewDriver = {}): Promise<number> {
  const user = await hire(db, { first_name: 'Terrence', last_name: 'Boone', role: 'driver', ...driver })
  return inserted(
    db,
    'driver',
    `insert into drivers (user_id, dispatcher_id, status, position) values ($1, $2, $3, 'company_driver')`,
    [user, driver.dispatcher ?? null, driver.status ?? 'on_the_road'],
  )
}

/** Hires a dispatcher; answers the dispatcher's id. */
export async function hireDispatcher(db: Db, person: NewPerson & { status?: string } = {}): Promise<number> {
  const user = await hire(db, person)
  return inserted(db, 'dispatcher', 'insert into dispatchers (user_id, status) values ($1, $2)', [
    user,
    person.status ?? 'working',
  ])
}

export interface NewDay {
  readonly driver: number
  readonly date: string
  readonly status?: DutyStatus
  readonly description?: string
  readonly client_id?: string | null
}

/** Puts a day into the schedule; answers its id. */
export async function planDay(db: Db, day: NewDay): Promise<number> {
  return inserted(
    db,
    'day',
    'insert into schedule_days (driver_id, date, status, description, client_id) values ($1, $2, $3, $4, $5::uuid)',
    [day.driver, day.date, day.status ?? 'on_the_road', day.description ?? '', day.client_id ?? null],
  )
}

/** Gives a driver a truck or a trailer. */
export async function giveUnit(db: Db, driver: number, kind: 'truck' | 'trailer', id: string): Promise<void> {
  await db.query('test.unit', `insert into units (id, kind, status, driver_id) values ($1, $2, 'assigned', $3)`, [
    id,
    kind,
    driver,
  ])
}

export interface NewUnit {
  readonly kind?: 'truck' | 'trailer'
  readonly status?: 'unassigned' | 'on_service' | 'for_sale'
  readonly status_date_to?: string | null
}

/** Puts a truck or a trailer that nobody has on the yard. */
export async function parkUnit(db: Db, id: string, { kind, status, status_date_to }: NewUnit = {}): Promise<void> {
  await db.query('test.park', 'insert into units (id, kind, status, status_date_to) values ($1, $2, $3, $4::date)', [
    id,
    kind ?? 'truck',
    status ?? 'unassigned',
    status_date_to ?? null,
  ])
}

/** What a device calls a unit that it made. */
export async function nameUnit(db: Db, id: string, name: string): Promise<void> {
  await db.query('test.name_unit', 'update units set client_id = $2::uuid where id = $1', [id, name])
}

/** A truck or a trailer, column by column; what is not said is as the table has it. */
export type UnitRow = Readonly<Record<string, string | number | null>> & { readonly id: string }

/** Puts units into the company as they are said; all with the same columns. */
export async function insertUnits(db: Db, rows: readonly UnitRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await db.query(
    // Its columns together are longer than PostgreSQL lets a statement's name be.
    `test.units.${hash('sha1', columns)}`,
    `insert into units (${columns}) select ${columns} from json_populate_recordset(null::units, $1::json)`,
    [JSON.stringify(rows)],
  )
}

/** Writes on a truck what it is told by on the road. */
export async function markTruck(
  db: Db,
  id: string,
  marks: { plate?: string | null; transponder?: string | null; number?: string | null },
): Promise<void> {
  await db.query(
    'test.mark',
    'update units set licence_plate = $2, transponder_id = $3, unit_number = $4 where id = $1',
    [id, marks.plate ?? null, marks.transponder ?? null, marks.number ?? null],
  )
}
