import { useMemo } from 'react'
import { useFold } from '#src/offline/fold/use-fold.ts'
import type { RecordQuery } from '#src/offline/reading/record-query.ts'
import { type Reading, useReading } from '#src/offline/reading/use-reading.ts'
import {
  assetSubject,
  driverSubject,
  itemAt,
  type MapItem,
  type MapSubject,
  shownAssets,
  vehicleSubject,
} from './items/map-item.ts'
import type { Clock } from './items/position-age.ts'
import { byName } from './items/sorted-items.ts'
import { livePositions } from './live-position-queries.ts'
import { mappedAssets, mappedDrivers, mappedVehicles } from './map-queries.ts'
import type { MapTab } from './map-search.ts'

const NONE: readonly MapSubject[] = []
/** What a device keeps of where everything is, is no older than this while a map is looked at. */
const KEPT_MS = 120_000

/** What the server said last, with the numbers that wait; and how it was read. */
function useMapped<Data>(query: RecordQuery<Data>, enabled: boolean): readonly [Data | undefined, Reading] {
  const fold = useFold()
  const reading = useReading({ ...query.options, enabled, refetchInterval: KEPT_MS })
  const data = reading.known?.data
  return [useMemo(() => data && query.overlay(data, fold), [query, data, fold]), reading]
}

/** Who and what a tab shows, from A to Z, wherever they are. Only the tab that is shown is asked for. */
function useSubjects(tab: MapTab): { readonly subjects: readonly MapSubject[]; readonly reading: Reading } {
  const [trucks, vehicles] = useMapped(mappedVehicles, tab === 'vehicles')
  const [people, drivers] = useMapped(mappedDrivers, tab === 'drivers')
  const [trailers, assets] = useMapped(mappedAssets, tab === 'assets')
  const subjects = useMemo(() => {
    if (tab === 'vehicles') return byName(trucks?.vehicles.map(({ vehicle }) => vehicleSubject(vehicle)) ?? NONE)
    if (tab === 'drivers') return byName(people?.drivers.map(({ driver }) => driverSubject(driver)) ?? NONE)
    return byName(shownAssets(trailers?.assets.map(({ asset }) => asset) ?? []).map(assetSubject))
  }, [tab, trucks, people, trailers])
  return { subjects, reading: { vehicles, drivers, assets }[tab] }
}

/** All that a tab has to show, where it is now, from A to Z; and how it was read. */
export function useMapItems(
  tab: MapTab,
  { now, isLate }: Clock,
): { readonly items: readonly MapItem[]; readonly reading: Reading } {
  const { subjects, reading } = useSubjects(tab)
  const live = useReading(livePositions(tab).options).known?.data.byId
  // They grow old by the minute.
  const minute = now - (now % 60_000)
  const items = useMemo(
    () => subjects.map((subject) => itemAt(subject, live?.get(subject.id), { now: minute, isLate })),
    [subjects, live, minute, isLate],
  )
  return { items, reading }
}
