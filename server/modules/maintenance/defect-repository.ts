import type { NewDefect } from '#contract/maintenance/inspection-changes.ts'
import type { DefectState } from '#contract/maintenance/maintenance-choices.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'

export interface NewDefects {
  readonly inspection: number
  readonly unit: string
  /** `yyyy-MM-dd` */
  readonly found_on: string
  readonly defects: readonly NewDefect[]
}

/** Inserts the defects of a new inspection. All of them start open. */
export async function insertDefects(sql: Sql, { inspection, unit, found_on, defects }: NewDefects): Promise<void> {
  if (defects.length === 0) return
  await sql.query(
    'defects.insert',
    `insert into defects (inspection_id, unit_id, found_on, client_id, defect_type, urgency, description)
     select $1::integer, $2, $3::date, r.client_id, r.defect_type, r.urgency, r.description
     from rows from (json_to_recordset($4::json)
       as (client_id uuid, defect_type text, urgency text, description text)) with ordinality
       as r(client_id, defect_type, urgency, description, n) order by r.n`,
    [inspection, unit, found_on, JSON.stringify(defects)],
  )
}

/** Moves the defects of an inspection to another unit. */
export async function moveDefects(sql: Sql, inspection: number, unit: string): Promise<void> {
  await sql.query('defects.move', 'update defects set unit_id = $2 where inspection_id = $1::integer', [
    inspection,
    unit,
  ])
}

/** The state of a defect, and who settled it, when and how. */
export interface DefectOutcome {
  readonly state: DefectState
  readonly settled_by: string | null
  readonly settled_at: string | null
  readonly settled_note: string
}
export interface DefectRow extends DefectOutcome {
  readonly id: number
  readonly inspection: number
}

const COLUMNS = `d.id, d.inspection_id as inspection, d.state, d.settled_by, ${instantText('d.settled_at')} as settled_at,
  d.settled_note`

/** A defect of an inspection, by its id or its client id; null when it does not exist. */
export async function findDefect(sql: Sql, ref: RecordRef): Promise<DefectRow | null> {
  const isName = typeof ref === 'string'
  const [row] = await sql.query<DefectRow>(
    isName ? 'defects.by_name' : 'defects.find',
    `select ${COLUMNS} from defects d
     where d.inspection_id is not null and ${isName ? 'd.client_id = $1::uuid' : 'd.id = $1::bigint'}`,
    [ref],
  )
  return row ?? null
}

export async function writeOutcome(sql: Sql, id: number, outcome: DefectOutcome): Promise<void> {
  const { state, settled_by, settled_at, settled_note } = outcome
  await sql.query(
    'defects.settle',
    `update defects set state = $2, settled_by = $3, settled_at = $4::timestamptz, settled_note = $5
     where id = $1::integer`,
    [id, state, settled_by, settled_at, settled_note],
  )
}
