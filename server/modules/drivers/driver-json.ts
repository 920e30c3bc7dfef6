import { type Papers, papersUntil } from '#server/records/papers-sql.ts'
import { pageUsers, personJson, personNameJson } from '#server/records/person.ts'
import { driverUnitsJson } from '#server/records/units-of-driver.ts'

/** SQL for the bounds of the days that a driver's figures are about. */
interface FigureRange {
  readonly first: string
  readonly last: string
  /** Whether miles are those of the range too, and not of the driver's whole time. */
  readonly hasMiles?: boolean
}

const ofDriver = (table: string, { first, last }: FigureRange) =>
  `${table} f where f.driver_id = d.id and f.date between ${first}::date and ${last}::date`

/**
 * A driver as the wire shows it; over `d` drivers, `u` its user, `p` its dispatcher and `pu` that one's user. `status` and
 * `dispatcher_subordinate` say once more what is there, for clients that read the specified fields; the app reads neither.
 */
export function driverJson(range: FigureRange): string {
  const miles = `(select coalesce(sum(f.miles), 0) from ${ofDriver('driver_miles', range)})`
  return `json_build_object('id', d.id, 'user', ${personJson('u')},
    'current_status', d.status, 'status', d.status, 'current_status_date_from', d.status_date_from, 'status_date_to', d.status_date_to,
    'position', d.position, 'gomotive_id', d.gomotive_id, 'pilot_flying_j_driver', d.pilot_flying_j_driver,
    ${driverUnitsJson},
    'dispatcher', case when p.id is not null then json_build_object('id', p.id, 'user', ${personNameJson('pu')}) end,
    'dispatcher_subordinate', d.dispatcher_id,
    'miles_driven', ${range.hasMiles ? miles : 'd.miles_driven'}::float8,
    'extra_info', json_build_object('med_expire', d.med_expire, 'CDL_expire', d.cdl_expire, 'rate', d.rate),
    'expenses_and_income', json_build_object('fuel_expenses',
      (select coalesce(sum(f.amount), 0) from ${ofDriver('fuel_transactions', range)})::float8),
    'version', d.version)`
}

/** A driver for pickers; over `d` and `u`. `today`: SQL for the company's day. */
export const driverNameJson = (papers: Papers, today: string) =>
  `json_build_object('id', d.id, 'user', ${personNameJson('u')}, 'current_status', d.status,
    ${driverUnitsJson}, 'dispatcher', d.dispatcher_id,
    'papers_until', ${papersUntil(papers, today)})`

const DISPATCHER = 'left join dispatchers p on p.id = d.dispatcher_id left join users pu on pu.id = p.user_id'
/** The user of driver `d`, the dispatcher and that one's user. */
export const PEOPLE = `join users u on u.id = d.user_id ${DISPATCHER}`
/** The users of a page of drivers. */
export const PAGE_USERS = pageUsers('d')
/** The same people as `PEOPLE` for a page of drivers. */
export const PAGE_PEOPLE = `${PAGE_USERS} left join (dispatchers p join users pu on pu.id = p.user_id)
  on p.id = d.dispatcher_id and p.id = any(array(select dispatcher_id from page))`
