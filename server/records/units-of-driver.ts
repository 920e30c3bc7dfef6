import type { UnitKind } from '#contract/units/unit-choices.ts'
import { numberOf } from './sql/unit-number-sql.ts'

/** SQL for the id of the truck or trailer of driver `d`. Null when the driver has none. */
export const unitOf = (kind: UnitKind) =>
  `(select unit.id from units unit where unit.driver_id = d.id and unit.kind = '${kind}')`

/** SQL for the number of that unit. */
export const unitNumberSql = (kind: UnitKind) =>
  `(select ${numberOf('unit')} from units unit where unit.driver_id = d.id and unit.kind = '${kind}')`

/** SQL for the ids and numbers of both units of driver `d`, by wire field. */
export const DRIVER_UNITS = {
  truck: unitOf('truck'),
  trailer: unitOf('trailer'),
  truck_number: unitNumberSql('truck'),
  trailer_number: unitNumberSql('trailer'),
}

/** The range of all days. */
export const ANY_DAY = { first: `'-infinity'`, last: `'infinity'` } as const

/**
 * SQL for the services of units of these kinds that affect driver `d` in a range of days (`unitService` of the
 * contract), as a JSON list. `in_service`: the driver's last unit is at the workshop. Without a start date it begins on
 * `first`. It is left out when the driver has another unit of the same kind by now. `due`: the next service of the
 * driver's current unit. Services that begin after `last` are left out. With `ANY_DAY`: all services, and null for an unknown start.
 */
export function servicesOf(kinds: readonly UnitKind[], { first, last }: { first: string; last: string }): string {
  const isVisibleKind = `unit.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`
  const since = `coalesce(unit.status_date_from, ${first}::date)`
  return `(select coalesce(json_agg(jsonb_build_object('unit', s.id, 'kind', s.kind, 'from', nullif(s.since, '-infinity'), 'until', s.until, 'is', s.what)
      || case when s.number = s.id then '{}' else jsonb_build_object('number', s.number) end
      order by s.what desc, s.kind desc, s.number collate "C"), '[]') from (
    select unit.id, ${numberOf('unit')} as number, unit.kind, ${since} as since, unit.status_date_to as until, 'in_service' as what from units unit
    where unit.last_driver_id = d.id and unit.status = 'on_service' and ${isVisibleKind}
      and ${since} <= ${last}::date and coalesce(unit.status_date_to, 'infinity') >= ${first}::date
      and not exists (select from units other where other.driver_id = d.id and other.kind = unit.kind)
    union all
    select unit.id, ${numberOf('unit')}, unit.kind, unit.next_service_date, null::date, 'due' from units unit
    where unit.driver_id = d.id and ${isVisibleKind} and unit.next_service_date <= ${last}::date) s)`
}
