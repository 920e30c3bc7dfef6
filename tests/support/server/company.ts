import { hash, randomUUID } from 'node:crypto'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { AREAS, type Area, type Role } from '#contract/wire/access.ts'
import { sortName } from '#contract/wire/people.ts'
import type { Db } from '#server/db/db.ts'

export interface NewUser {
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly role?: Role
  readonly view?: readonly Area[]
  readonly edit?: readonly Area[]
  readonly password_hash?: string | null
  readonly is_active?: boolean
}

const permissionIds = ({ view = [], edit = [] }: NewUser) => [
  ...view.map((area) => 2 * AREAS.indexOf(area) + 1),
  ...edit.map((area) => 2 * AREAS.indexOf(area) + 2),
]

async function insertRow(db: Db, name: string, text: string, params: readonly unknown[]): Promise<number> {
  const [row] = await db.query<{ id: number }>(`test.${name}`, `${text} returning id`, params)
  return row!.id
}

/** Inserts a user. Returns the user's id. */
export async function hire(db: Db, person: NewUser = {}): Promise<number> {
  const { first_name = 'Maria', last_name = 'Lopez', role = 'dispatcher' } = person
  const email = person.email ?? `${randomUUID()}@haulyard.example`
  return insertRow(
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

export interface NewDriver extends NewUser {
  readonly status?: DutyStatus
  readonly dispatcher?: number | null
}

/** Inserts a driver with a user. Returns the driver's id. */
export async function hireDriver(db: Db, driver: NewDriver = {}): Promise<number> {
  const user = await hire(db, { first_name: 'Terrence', last_name: 'Boone', role: 'driver', ...driver })
  return insertRow(
    db,
    'driver',
    `insert into drivers (user_id, dispatcher_id, status, position) values ($1, $2, $3, 'company_driver')`,
    [user, driver.dispatcher ?? null, driver.status ?? 'on_the_road'],
  )
}

/** Inserts a dispatcher with a user. Returns the dispatcher's id. */
export async function hireDispatcher(db: Db, person: NewUser & { status?: string } = {}): Promise<number> {
  const user = await hire(db, person)
  return insertRow(db, 'dispatcher', 'insert into dispatchers (user_id, status) values ($1, $2)', [
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

/** Inserts a day into the schedule. Returns its id. */
export async function planDay(db: Db, day: NewDay): Promise<number> {
  return insertRow(
    db,
    'day',
    'insert into schedule_days (driver_id, date, status, description, client_id) values ($1, $2, $3, $4, $5::uuid)',
    [day.driver, day.date, day.status ?? 'on_the_road', day.description ?? '', day.client_id ?? null],
  )
}

/** Inserts a truck or a trailer that is assigned to a driver. */
export async function assignUnit(db: Db, driver: number, kind: 'truck' | 'trailer', id: string): Promise<void> {
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

/** Inserts a truck or a trailer without a driver. */
export async function parkUnit(db: Db, id: string, { kind, status, status_date_to }: NewUnit = {}): Promise<void> {
  await db.query('test.park', 'insert into units (id, kind, status, status_date_to) values ($1, $2, $3, $4::date)', [
    id,
    kind ?? 'truck',
    status ?? 'unassigned',
    status_date_to ?? null,
  ])
}

/** Sets the client id of a unit, as if a device had created it. */
export async function setClientId(db: Db, id: string, name: string): Promise<void> {
  await db.query('test.name_unit', 'update units set client_id = $2::uuid where id = $1', [id, name])
}

/** A truck or a trailer by column. Omitted columns get the table's defaults. */
export type UnitRow = Readonly<Record<string, string | number | null>> & { readonly id: string }

/** Inserts units. All rows must have the same columns. */
export async function insertUnits(db: Db, rows: readonly UnitRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await db.query(
    // The list of columns would be longer than PostgreSQL allows for the name of a statement.
    `test.units.${hash('sha1', columns)}`,
    `insert into units (${columns}) select ${columns} from json_populate_recordset(null::units, $1::json)`,
    [JSON.stringify(rows)],
  )
}

/** Sets the plate, transponder and unit number that identify a truck on the road. Omitted ones become null. */
export async function setIdentifiers(
  db: Db,
  id: string,
  identifiers: { plate?: string | null; transponder?: string | null; number?: string | null },
): Promise<void> {
  await db.query(
    'test.mark',
    'update units set licence_plate = $2, transponder_id = $3, unit_number = $4 where id = $1',
    [id, identifiers.plate ?? null, identifiers.transponder ?? null, identifiers.number ?? null],
  )
}
