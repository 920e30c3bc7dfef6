import { fullName, type Person } from '#contract/wire/people.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from './history-log.ts'

const FIELDS = ['fleet_manager_name', 'fleet_manager_phone', 'fleet_manager_email'] as const

const changedFieldRows = FIELDS.map(
  (field) => `('${field}', to_jsonb(moved.was_${field}), to_jsonb(moved.${field}))`,
).join(', ')

const COPY_CONTACT = `
  with there as (
    select id, ${FIELDS.join(', ')} from units
    where fleet_manager_id = $1::integer and (${FIELDS.join(', ')}) is distinct from ($2::text, $3::text, $4::text)
    order by id collate "C" for no key update),
  moved as (
    update units t set fleet_manager_name = $2, fleet_manager_phone = $3, fleet_manager_email = $4, version = t.version + 1
    from there where t.id = there.id
    returning t.id, t.kind, t.version, ${FIELDS.map((field) => `t.${field}, there.${field} as was_${field}`).join(', ')})
  insert into history (area, record_id, version, at, user_id, device_id, field, from_value, to_value)
  select moved.kind || 's', moved.id, moved.version, $5::timestamptz, $6::integer, $7::uuid, f.field, f.was, f.now
  from moved cross join lateral (values ${changedFieldRows}) as f(field, was, now)
  where f.was is distinct from f.now order by moved.id`

/**
 * Copies a fleet manager's name, phone and e-mail to the units that have this manager as contact, and logs the changes
 * in the history of each unit. Call it after the manager's own row is written.
 */
export async function copyManagerContact(
  sql: Sql,
  { now, user, device }: Author,
  manager: number,
  { email, phone, ...name }: Pick<Person, 'first_name' | 'last_name' | 'email' | 'phone'>,
): Promise<void> {
  const authorParams = [now.toISOString(), user, device]
  await sql.query('units.contact', COPY_CONTACT, [manager, fullName(name), phone, email, ...authorParams])
}
