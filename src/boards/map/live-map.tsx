import { type RefObject, useState } from 'react'
import { MapButtons } from '#src/map/map-buttons.tsx'
import type { MapMark } from '#src/map/map-mark.ts'
import { MarksOnMap } from '#src/map/marks-on-map.tsx'
import { useMap } from '#src/map/use-map.ts'
import { fitFleet } from './fit-fleet.ts'
import type { MapItem } from './items/map-item.ts'
import { LEAVE, LeadMap, type MapStart } from './lead-map.tsx'
import { MapCrowd } from './map-crowd.tsx'
import { useFirstFit } from './use-first-fit.ts'

interface LiveMapProps {
  readonly marks: readonly MapMark[]
  /** What the address says: what it says of the map's view later is the map's own word. */
  readonly start: MapStart
  readonly item: MapItem | null
  /** What stands over a part of the map. */
  readonly cover: RefObject<HTMLElement | null>
  readonly isFollowed: boolean
  readonly onPick: (key: string) => void
  readonly onFollow: (follows: boolean) => void
}

const NOBODY: ReadonlySet<string> = new Set()

/** Where everything is now. */
export function LiveMap({ marks, start: said, item, isFollowed, cover, onPick, onFollow }: LiveMapProps) {
  const map = useMap()
  /** Of those that are shown; what is found, and where it is, changes meanwhile. */
  const [crowded, setCrowded] = useState<ReadonlySet<string>>(NOBODY)
  const crowd = crowded.size === 0 ? [] : marks.filter(({ key }) => crowded.has(key))
  const [start] = useState(said)
  useFirstFit(marks, start.hasView || item !== null)
  const pick = (key: string) => {
    setCrowded(NOBODY)
    onPick(key)
  }
  const closeCrowd = () => {
    setCrowded(NOBODY)
    map.getContainer().focus()
  }
  const fit = () => {
    map.fire(LEAVE)
    fitFleet(map, marks)
  }
  return (
    <>
      <MarksOnMap
        {...{ marks, isFollowed }}
        picked={item?.key ?? null}
        onPick={pick}
        onCrowd={(crowd) => setCrowded(new Set(crowd.map(({ key }) => key)))}
      />
      <LeadMap {...{ item, isFollowed, start, cover }} onLost={() => onFollow(false)} />
      <MapButtons onFit={marks.length > 0 ? fit : null} />
      {crowd.length > 0 ? <MapCrowd marks={crowd} onPick={pick} onClose={closeCrowd} /> : null}
    </>
  )
}
