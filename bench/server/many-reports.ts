import type { Db } from '#server/db/db.ts'

const REPORTS = 50_000
/** Ids of copies start here, far above all other ids. */
const FIRST_COPY = 1_000_000
/** How many days earlier each copy of the reports is than the copy before it. */
const DAYS_BETWEEN = 430

const TABLES = ['inspections', 'defects', 'inspection_comments', 'inspection_attachments', 'files'] as const

/** Copies the demo company's reports to earlier dates, as often as needed. No copy is the latest report of its unit. */
const COPIES = `
  with source as (select count(*) as n from inspections where id < ${FIRST_COPY})
  insert into inspections (id, date, unit_id, unit_name, unit_kind, unit_model, service_type, report_type, career, total_cost,
    odometer, due_date, due_mileage, note, checklist, fleet_manager_id, approved_by, approved_date, approved_at, created_by,
    made_at, received_at, is_latest)
  select ${FIRST_COPY} * c + i.id, i.date - ${DAYS_BETWEEN} * c, i.unit_id, i.unit_name, i.unit_kind, i.unit_model,
    i.service_type, i.report_type, i.career, i.total_cost, i.odometer, i.due_date - ${DAYS_BETWEEN} * c, i.due_mileage, i.note,
    i.checklist, i.fleet_manager_id, i.approved_by, i.approved_date - ${DAYS_BETWEEN} * c,
    i.approved_at - make_interval(days => ${DAYS_BETWEEN} * c), i.created_by,
    i.made_at - make_interval(days => ${DAYS_BETWEEN} * c), i.received_at - make_interval(days => ${DAYS_BETWEEN} * c), false
  from source, generate_series(1, (${REPORTS} / source.n)::integer) c, inspections i
  where i.id < ${FIRST_COPY} order by c, i.id limit (select greatest(${REPORTS} - n, 0) from source)`

const COMMENTS = `
  insert into inspection_comments (inspection_id, user_id, text, created_at, received_at)
  select i.id, c.user_id, c.text, c.created_at, c.received_at
  from inspections i join inspection_comments c on c.inspection_id = i.id % ${FIRST_COPY} where i.id > ${FIRST_COPY}`

/** Removes the copies of `makeCopies`. */
export async function removeCopies(db: Db): Promise<void> {
  await db.query('bench.uncopy', `delete from inspections where id > ${FIRST_COPY}`)
}

/** Copies reports on the company's units, with their comments, until there are 50,000. */
export async function makeCopies(db: Db): Promise<void> {
  await removeCopies(db)
  await db.query('bench.copies', COPIES)
  await db.query('bench.copied_comments', COMMENTS)
  for (const table of TABLES) await db.script(null, `vacuum analyze ${table}`)
}
