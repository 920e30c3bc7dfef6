import { EDIT_IDS, type User, VIEW_IDS } from '#contract/people/users.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { SHARED_BY_DRIVERS } from '#server/records/sql/duplicate-ids-sql.ts'

/**
 * SQL joins for `USER_JSON`: the driver and the dispatcher that `u` currently is.
 * @param among SQL for an array of the ids of all selected users, for queries of several users: it makes the joins use
 *   an index instead of reading the whole tables
 */
export function joinDuties(among?: string): string {
  const amongFilter = (one: string) => (among === undefined ? '' : `and ${one}.user_id = any(${among})`)
  return `left join drivers d on d.user_id = u.id and d.is_current ${amongFilter('d')}
    left join dispatchers p on p.user_id = u.id and p.is_current ${amongFilter('p')}`
}

/**
 * Location of the driver `d` as a text, the same vehicle as on the map: the vehicle that the driver is signed in to
 * according to the vendor, otherwise the driver's truck. Null if no position is known.
 */
const PLACE = `(select json_build_object('description', v.location->>'description') from telematics_vehicles v
    where v.is_told and v.location->>'description' is not null
      and v.id = coalesce(
        (select s.id from telematics_vehicles s where s.is_told and (s.current_driver->>'id')::bigint = d.gomotive_id
         order by s.located_at desc nulls last, s.id limit 1),
        (select t.gomotive_id from units t where t.driver_id = d.id and t.kind = 'truck')))`

const DRIVER = jsonObject<NonNullable<User['driver']>>({
  id: 'd.id',
  status: 'd.status',
  status_date_from: 'd.status_date_from',
  status_date_to: 'd.status_date_to',
  position: 'd.position',
  gomotive_id: 'd.gomotive_id',
  pilot_flying_j_driver_id: 'd.pilot_flying_j_driver',
  shared_ids: SHARED_BY_DRIVERS,
})
const DISPATCHER = jsonObject<NonNullable<User['dispatcher']>>({
  id: 'p.id',
  status: 'p.status',
  status_date_from: 'p.status_date_from',
  status_date_to: 'p.status_date_to',
})

/** A user in wire form (`user` of the contract), from users `u` and the tables that `duties` joins. */
export const USER_JSON = jsonObject<User>({
  id: 'u.id',
  first_name: 'u.first_name',
  last_name: 'u.last_name',
  email: 'u.email',
  phone: 'u.phone',
  photo: 'u.photo',
  client_id: 'u.client_id',
  role: 'u.role',
  is_active: 'u.is_active',
  wants_digest: 'u.wants_digest',
  user_permissions: 'to_json(u.permissions)',
  view_permissions: `'${JSON.stringify(VIEW_IDS)}'::json`,
  edit_permissions: `'${JSON.stringify(EDIT_IDS)}'::json`,
  driver: `case when d.id is not null then ${DRIVER} end`,
  dispatcher: `case when p.id is not null then ${DISPATCHER} end`,
  current_location: `case when d.id is not null then ${PLACE} end`,
  version: 'u.version',
})

/** Whether the viewer may view each area that shows users; each is SQL for a boolean. */
export interface Visibility {
  readonly drivers: string
  readonly dispatchers: string
  readonly schedule: string
  readonly trucks: string
  readonly trailers: string
}

/**
 * SQL for whether an area that the viewer may view shows `u` with e-mail and phone: their own lists and the schedule
 * show drivers and dispatchers, a dispatcher's page shows its drivers, and units show their fleet manager.
 */
export function isVisible(sight: Visibility): string {
  const manages = (kind: string) =>
    `exists (select from units t where t.fleet_manager_id = u.id and t.kind = '${kind}')`
  return `(d.id is not null and (${sight.drivers} or ${sight.schedule})
    or d.dispatcher_id is not null and ${sight.dispatchers}
    or p.id is not null and (${sight.dispatchers} or ${sight.schedule})
    or ${sight.trucks} and ${manages('truck')} or ${sight.trailers} and ${manages('trailer')})`
}

/** Another user in wire form (`otherUser` of the contract), from the same tables. */
export function otherUserJson(sight: Visibility): string {
  const where = (is: string, part: string) => `case when ${is} then ${part} else '{}'::jsonb end`
  return `(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo,
      'role', u.role, 'email', u.email, 'phone', u.phone)
    || ${where(`d.id is not null and ${sight.drivers}`, `jsonb_build_object('driver', ${DRIVER}, 'current_location', ${PLACE})`)}
    || ${where(`p.id is not null and ${sight.dispatchers}`, `jsonb_build_object('dispatcher', ${DISPATCHER})`)})`
}
