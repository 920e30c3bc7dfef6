import { useMemo } from 'react'
import { type Reading, useReading } from '#src/offline/use-reading.ts'
import { livePositions } from './live-position-queries.ts'
import {
  assetSubject,
  driverSubject,
  itemAt,
  type MapItem,
  type MapSubject,
  shownAssets,
  vehicleSubject,
} from './map-item.ts'
import { mappedAssets, mappedDrivers, mappedVehicles } from './map-queries.ts'
import type { MapTab } from './map-search.ts'
import type { Clock } from './position-age.ts'
import { byName } from './sorted-items.ts'

const NONE: readonly MapSubject[] = []
/** What a device keeps of where everything is, is no older than this while a map is looked at. */
const KEPT_MS = 120_000

/** Who and what a tab shows, from A to Z, wherever they are. Only the tab that is shown is asked for. */
function useSubjects(tab: MapTab): { readonly subjects: readonly MapSubject[]; readonly reading: Reading } {
  const vehicles = useReading({ ...mappedVehicles.options, enabled: tab === 'vehicles', refetchInterval: KEPT_MS })
  const drivers = useReading({ ...mappedDrivers.options, enabled: tab === 'drivers', refetchInterval: KEPT_MS })
  const assets = useReading({ ...mappedAssets.options, enabled: tab === 'assets', refetchInterval: KEPT_MS })
  const told = { vehicles: vehicles.known?.data, drivers: drivers.known?.data, assets: assets.known?.data }
  const { vehicles: trucks, drivers: people, assets: trailers } = told
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
