import { useMemo } from 'react'
import { useFold } from '#src/offline/fold/use-fold.ts'
import type { RecordQuery } from '#src/offline/reading/record-query.ts'
import { type Reading, useReading } from '#src/offline/reading/use-reading.ts'
import {
  assetSubject,
  driverSubject,
  type MapItem,
  type MapSubject,
  mapItemOf,
  shownAssets,
  vehicleSubject,
} from './items/map-item.ts'
import type { Clock } from './items/position-age.ts'
import { byName } from './items/sorted-items.ts'
import { livePositions } from './live-position-queries.ts'
import { mappedAssets, mappedDrivers, mappedVehicles } from './map-queries.ts'
import type { MapTab } from './map-search.ts'

const NONE: readonly MapSubject[] = []
/** The largest age of the stored positions while a map is open, in milliseconds. */
const KEPT_MS = 120_000

/** The last response of a query with waiting unit numbers applied, and its reading state. */
function useMapRows<Data>(query: RecordQuery<Data>, enabled: boolean): readonly [Data | undefined, Reading] {
  const reading = useReading({ ...query.options, enabled, refetchInterval: KEPT_MS })
  const fold = useFold(reading.known?.asOf)
  const data = reading.known?.data
  return [useMemo(() => data && query.overlay(data, fold), [query, data, fold]), reading]
}

/** The items of a tab without positions, sorted by name. Only the shown tab is requested. */
function useSubjects(tab: MapTab): { readonly subjects: readonly MapSubject[]; readonly reading: Reading } {
  const [trucks, vehicles] = useMapRows(mappedVehicles, tab === 'vehicles')
  const [people, drivers] = useMapRows(mappedDrivers, tab === 'drivers')
  const [trailers, assets] = useMapRows(mappedAssets, tab === 'assets')
  const subjects = useMemo(() => {
    if (tab === 'vehicles') return byName(trucks?.vehicles.map(({ vehicle }) => vehicleSubject(vehicle)) ?? NONE)
    if (tab === 'drivers') return byName(people?.drivers.map(({ driver }) => driverSubject(driver)) ?? NONE)
    return byName(shownAssets(trailers?.assets.map(({ asset }) => asset) ?? []).map(assetSubject))
  }, [tab, trucks, people, trailers])
  return { subjects, reading: { vehicles, drivers, assets }[tab] }
}

/** The items of a tab with their current positions, sorted by name, and their reading state. */
export function useMapItems(
  tab: MapTab,
  { now, isLate }: Clock,
): { readonly items: readonly MapItem[]; readonly reading: Reading } {
  const { subjects, reading } = useSubjects(tab)
  const live = useReading(livePositions(tab).options).known?.data.byId
  // Ages change every minute.
  const minute = now - (now % 60_000)
  const items = useMemo(
    () => subjects.map((subject) => mapItemOf(subject, live?.get(subject.id), { now: minute, isLate })),
    [subjects, live, minute, isLate],
  )
  return { items, reading }
}
