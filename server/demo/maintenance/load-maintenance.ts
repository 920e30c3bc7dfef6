import type { Sql } from '#server/db/db.ts'
import { insert } from '#server/demo/company/insert.ts'
import type { Maintenance } from './reports.ts'
import { readSamples } from './samples.ts'

/** SQL for the time of a minute of a day in Chicago. A time in the future becomes now (`$2`). */
const at = (date: string, minute: string) =>
  `least((${date} + make_interval(mins => ${minute})) at time zone 'America/Chicago', $2::timestamptz)`
const MADE = at('r.date', 'r.minute')
const APPROVED = at('r.approved_date', 'r.approved_minute')
const RECEIVED = at('r.date', 'r.minute + r.lag')

const INSPECTIONS = `
  insert into inspections (id, date, unit_id, unit_name, unit_kind, unit_model, service_type, report_type, career,
    total_cost, odometer, due_date, due_mileage, note, checklist, fleet_manager_id, approved_by, approved_date, approved_at,
    approval_received_at, reviewed_by, reviewed_at, created_by, made_at, received_at, is_latest)
  select r.id, r.date, r.unit_id, r.unit_id, r.unit_kind, r.unit_model, r.service_type, r.report_type, r.career,
    r.total_cost, r.odometer, r.due_date, r.due_mileage, r.note, r.checklist, r.fleet_manager_id, r.approved_by,
    r.approved_date, case when r.approved_by is not null then ${APPROVED} end,
    case when r.approved_by is not null then greatest(${APPROVED}, ${RECEIVED}) end,
    r.reviewed_by, case when r.reviewed_by is not null then ${at('r.reviewed_date', 'r.reviewed_minute')} end,
    r.fleet_manager_id, ${MADE}, ${RECEIVED}, r.is_latest
  from json_to_recordset($1::json) as r (id integer, date date, unit_id text, unit_kind text, unit_model text,
    service_type text, report_type text, career text, total_cost numeric, odometer numeric, due_date date,
    due_mileage numeric, note text, checklist jsonb, fleet_manager_id integer, minute integer, lag integer,
    approved_by integer, approved_date date, approved_minute integer, reviewed_by text, reviewed_date date,
    reviewed_minute integer, is_latest boolean)`

const FINDINGS = `
  update defects d set inspection_id = r.inspection_id, settled_by = r.settled_by, settled_note = r.settled_note,
    settled_at = case when r.settled_by is not null then ${at('r.settled_date', 'r.settled_minute')} end
  from json_to_recordset($1::json) as r (defect_id integer, inspection_id integer, settled_by text, settled_date date,
    settled_minute integer, settled_note text)
  where d.id = r.defect_id`

const COMMENTS = `
  insert into inspection_comments (id, inspection_id, user_id, text, created_at, received_at)
  select r.id, r.inspection_id, r.user_id, r.text, ${MADE}, ${MADE}
  from json_to_recordset($1::json) as r (id integer, inspection_id integer, user_id integer, text text, date date,
    minute integer)`

/**
 * Each attachment is a file with its own id, even where files share their bytes. File ids must be unpredictable, so the
 * database generates them instead of the seed.
 */
const ATTACHMENTS = `
  with r as materialized (
    select gen_random_uuid() as file_id, a.*, s.type, s.size, s.kept_as, s.sha256
    from json_to_recordset($1::json) as a (id integer, inspection_id integer, defect_id integer, sample text, name text)
    join json_to_recordset($2::json) as s (sample text, type text, size integer, kept_as text, sha256 text) using (sample)),
  kept as (
    insert into files (id, area, record_id, name, type, size, user_id, created_at, is_original, kept_as)
    select r.file_id, 'maintenance', r.inspection_id::text, r.name, r.type, r.size, i.created_by, i.received_at, true, r.kept_as
    from r join inspections i on i.id = r.inspection_id)
  insert into inspection_attachments (id, inspection_id, file_id, defect_id, sha256)
  select r.id, r.inspection_id, r.file_id, r.defect_id, r.sha256 from r`

/**
 * Loads the maintenance of the company. Units, users and defects must be loaded already. No time is later than `now`.
 */
export async function loadMaintenance(sql: Sql, maintenance: Maintenance, now: Date): Promise<void> {
  const samples = (await readSamples()).map(({ bytes, thumbnail, ...known }) => known)
  await insert(sql, 'seed.inspections', INSPECTIONS, maintenance.inspections, now.toISOString())
  await insert(sql, 'seed.findings', FINDINGS, maintenance.findings, now.toISOString())
  await insert(sql, 'seed.comments', COMMENTS, maintenance.comments, now.toISOString())
  await insert(sql, 'seed.attachments', ATTACHMENTS, maintenance.attachments, JSON.stringify(samples))
}
