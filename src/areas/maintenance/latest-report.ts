import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { currentFold } from '#src/offline/outbox/outbox.ts'
import { derivedList } from '#src/offline/reading/derived-list.ts'
import { everyInspection } from './inspection-queries.ts'

/** The latest report of a service on a unit, as far as this device knows, waiting reports included. Null for none. */
export async function latestReport(
  { id }: Pick<Inspection['transport'], 'id'>,
  service: ServiceType,
  today: IsoDay,
  fold: Fold = currentFold(),
): Promise<Inspection | null> {
  const every = everyInspection(today)
  const fits = (row: Inspection) => row.is_latest && row.transport.id === id && row.service_type === service
  const rules = { ...every.rules, fits }
  const list = await derivedList(every, rules)
  const foldNow = list === null ? fold : fold.at(list.asOf)
  const [last] = foldNow.rows(every.kind, list?.data.rows ?? [], rules)
  return last ?? null
}
