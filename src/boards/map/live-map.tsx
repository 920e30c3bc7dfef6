import { type RefObject, useState } from 'react'
import { MapButtons } from '#src/map/map-buttons.tsx'
import type { MapMark } from '#src/map/map-mark.ts'
import { MarksOnMap } from '#src/map/marks-on-map.tsx'
import { useMap } from '#src/map/use-map.ts'
import { fitFleet } from './fit-fleet.ts'
import { FollowItem, LEAVE, type MapStart } from './follow-item.tsx'
import type { MapItem } from './items/map-item.ts'
import { MapCrowd } from './map-crowd.tsx'
import { useFirstFit } from './use-first-fit.ts'

interface LiveMapProps {
  readonly marks: readonly MapMark[]
  /** The URL's values at the start. Later values of the view come from the map itself. */
  readonly start: MapStart
  readonly item: MapItem | null
  /** The element that covers a part of the map. */
  readonly cover: RefObject<HTMLElement | null>
  readonly isFollowed: boolean
  readonly onPick: (key: string) => void
  readonly onFollow: (follows: boolean) => void
}

const NO_KEYS: ReadonlySet<string> = new Set()

/** The live map with all items. */
export function LiveMap({ marks, start: initialStart, item, isFollowed, cover, onPick, onFollow }: LiveMapProps) {
  const map = useMap()
  /** The crowd, limited to the marks that are still shown: search results and positions change. */
  const [crowded, setCrowded] = useState<ReadonlySet<string>>(NO_KEYS)
  const crowd = crowded.size === 0 ? [] : marks.filter(({ key }) => crowded.has(key))
  const [start] = useState(initialStart)
  useFirstFit(marks, start.hasView || item !== null)
  const pick = (key: string) => {
    setCrowded(NO_KEYS)
    onPick(key)
  }
  const closeCrowd = () => {
    setCrowded(NO_KEYS)
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
      <FollowItem {...{ item, isFollowed, start, cover }} onLost={() => onFollow(false)} />
      <MapButtons onFit={marks.length > 0 ? fit : null} />
      {crowd.length > 0 ? <MapCrowd marks={crowd} onPick={pick} onClose={closeCrowd} /> : null}
    </>
  )
}
