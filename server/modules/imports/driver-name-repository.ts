import type { Sql } from '#server/db/db.ts'

export interface KnownUnit {
  readonly id: string
  readonly kind: 'truck' | 'trailer'
  readonly unit_number: string | null
  readonly licence_plate: string | null
  readonly transponder_id: string | null
}

export interface KnownDriver {
  readonly id: number
  readonly pilot_flying_j_driver: number | null
  readonly first_name: string
  readonly last_name: string
  readonly is_current: boolean
}

/** All trucks and trailers, with what is written on them. */
export function findKnownUnits(sql: Sql): Promise<KnownUnit[]> {
  return sql.query(
    'imports.units',
    'select id, kind, unit_number, licence_plate, transponder_id from units order by id',
  )
}

/** All who drive or drove here; those who do now first. */
export function findKnownDrivers(sql: Sql): Promise<KnownDriver[]> {
  return sql.query(
    'imports.drivers',
    `select d.id, d.pilot_flying_j_driver, u.first_name, u.last_name, d.is_current
     from drivers d join users u on u.id = d.user_id order by d.is_current desc, d.id`,
  )
}
