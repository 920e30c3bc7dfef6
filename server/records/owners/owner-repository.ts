import type { Sql } from '#server/db/db.ts'
import type { FormerNumber } from './number-index.ts'

export interface KnownDriver {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  /** The driver's number in the fuel network. */
  readonly card: number | null
  readonly is_current: boolean
}

/** All drivers, including former ones. Only current drivers are found by name. */
export function findKnownDrivers(sql: Sql): Promise<KnownDriver[]> {
  return sql.query(
    'imports.drivers',
    `select d.id, u.first_name, u.last_name, d.pilot_flying_j_driver as card, d.is_current
     from drivers d join users u on u.id = d.user_id order by d.id`,
  )
}

export interface KnownUnit {
  readonly id: string
  readonly kind: 'truck' | 'trailer'
  readonly transponder_id: string | null
  readonly licence_plate: string | null
  readonly unit_number: string | null
}

/** All units with the codes that reports use for them. */
export function findKnownUnits(sql: Sql): Promise<KnownUnit[]> {
  return sql.query(
    'imports.units',
    `select id, kind, transponder_id, licence_plate, unit_number from units order by id collate "C"`,
  )
}

/** The former numbers of units, ordered by the day on which they ended. */
export function findFormerNumbers(sql: Sql): Promise<FormerNumber[]> {
  return sql.query(
    'imports.former_numbers',
    'select unit_id as id, number as code, since, until from former_unit_numbers order by until, id',
  )
}
