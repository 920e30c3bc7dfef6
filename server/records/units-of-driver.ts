import type { UnitKind } from '#contract/units/unit-choices.ts'
import { numberOf } from './sql/unit-number-sql.ts'

/** SQL for the id of the unit of a kind that driver `d` has; null when there is none. */
export const unitOf = (kind: UnitKind) =>
  `(select unit.id from units unit where unit.driver_id = d.id and unit.kind = '${kind}')`

/** SQL for what that unit is called. */
export const unitNumberOf = (kind: UnitKind) =>
  `(select ${numberOf('unit')} from units unit where unit.driver_id = d.id and unit.kind = '${kind}')`

/** SQL for both units of driver `d`, by id and number, by the fields of the wire. */
export const DRIVER_UNITS = {
  truck: unitOf('truck'),
  trailer: unitOf('trailer'),
  truck_number: unitNumberOf('truck'),
  trailer_number: unitNumberOf('trailer'),
}

/**
 * SQL for the days of a range on which units of these kinds keep driver `d` (`unitService` of the contract), as a JSON list. A
 * unit that has been at the workshop for ever is told from the range's `first` day on. One whose former driver has another of
 * the kind by now keeps nobody; and what begins after the `last` day is not told yet.
 */
export function servicesOf(kinds: readonly UnitKind[], { first, last }: { first: string; last: string }): string {
  const isTold = `unit.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`
  const since = `coalesce(unit.status_date_from, ${first}::date)`
  return `(select coalesce(json_agg(jsonb_build_object('unit', s.id, 'kind', s.kind, 'from', s.since, 'until', s.until, 'is', s.what)
      || case when s.number = s.id then '{}' else jsonb_build_object('number', s.number) end
      order by s.what desc, s.kind desc, s.number collate "C"), '[]') from (
    select unit.id, ${numberOf('unit')} as number, unit.kind, ${since} as since, unit.status_date_to as until, 'in_service' as what from units unit
    where unit.last_driver_id = d.id and unit.status = 'on_service' and ${isTold}
      and ${since} <= ${last}::date and coalesce(unit.status_date_to, 'infinity') >= ${first}::date
      and not exists (select from units other where other.driver_id = d.id and other.kind = unit.kind)
    union all
    select unit.id, ${numberOf('unit')}, unit.kind, unit.next_service_date, null::date, 'due' from units unit
    where unit.driver_id = d.id and ${isTold} and unit.next_service_date <= ${last}::date) s)`
}
