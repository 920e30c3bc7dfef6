import { fullName, type Person } from '#contract/wire/people.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from './history-log.ts'

const FIELDS = ['fleet_manager_name', 'fleet_manager_phone', 'fleet_manager_email'] as const

const told = FIELDS.map((field) => `('${field}', to_jsonb(moved.was_${field}), to_jsonb(moved.${field}))`).join(', ')

const FOLLOW = `
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
  from moved cross join lateral (values ${told}) as f(field, was, now)
  where f.was is distinct from f.now order by moved.id`

/**
 * Units whose contact is a fleet manager's copy tell how that person is reached as the person's record says it, each with
 * its history. The person's row is written.
 */
export async function followManager(
  sql: Sql,
  { now, user, device }: Author,
  manager: number,
  { email, phone, ...name }: Pick<Person, 'first_name' | 'last_name' | 'email' | 'phone'>,
): Promise<void> {
  const author = [now.toISOString(), user, device]
  await sql.query('units.contact', FOLLOW, [manager, fullName(name), phone, email, ...author])
}
