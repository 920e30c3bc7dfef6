import { useMemo, useRef } from 'react'
import { countOf } from '#src/format/numbers.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { tabIdOf } from '#src/ui/page/tab-list.tsx'
import { type BoardProps, NOTHING_PICKED, REPLACE } from './board-parts.ts'
import { subjectOf } from './history/history-subject.ts'
import { MapItemCard } from './items/map-item-card.tsx'
import { marksOf } from './items/map-marks.ts'
import { byStatus, matchingSubjects } from './items/sorted-items.ts'
import { LiveMap } from './live-map.tsx'
import classes from './map-page.module.css'
import { MapPanel } from './map-panel.tsx'
import type { MapTab } from './map-search.ts'
import { MapSide } from './map-side.tsx'
import { TABS } from './map-tabs.ts'
import { MapTools, PANEL } from './map-tools.tsx'
import { viewOf } from './map-view.ts'

interface LiveBoardProps extends BoardProps {
  readonly tabs: readonly MapTab[]
  readonly reading: Reading
  readonly onHistory: () => void
}

/** The live map with the list next to it. Map and list follow each other. */
export function LiveBoard({ search, change, items, item, tab, tabs, reading, onClose, onHistory }: LiveBoardProps) {
  const { sort, find, follow = false } = search
  const card = useRef<HTMLElement>(null)
  const sorted = useMemo(() => (sort === 'name' ? items : byStatus(items)), [items, sort])
  const shown = useMemo(() => matchingSubjects(sorted, find), [sorted, find])
  const marks = useMemo(() => marksOf(shown), [shown])
  const onPick = (key: string) => change({ ...NOTHING_PICKED, at: key })
  const onSubmit = (text: string) => {
    const first = text === '' ? undefined : matchingSubjects(sorted, text)[0]
    if (first) onPick(first.key)
  }
  const onFollow = (follows: boolean) => change({ follow: follows || undefined }, REPLACE)
  return (
    <>
      <div className={classes.panel}>
        <MapTools {...{ tabs, tab, search, change }} onSubmit={onSubmit} />
        <p className="visually-hidden" role="status">
          {find === '' ? '' : `${countOf(shown.length, TABS[tab].noun)} found`}
        </p>
        {search.at !== undefined && item === null && reading.state === 'ready' ? (
          <Notice tone="caution">This {TABS[tab].noun} is not on the map.</Notice>
        ) : null}
        <div id={PANEL} role="tabpanel" tabIndex={-1} aria-labelledby={tabIdOf(PANEL, tab)} className={classes.list}>
          <MapPanel {...{ tab, items: shown, total: items.length, reading, picked: item?.key ?? null, onPick }} />
        </div>
      </div>
      <MapSide search={search} change={change}>
        <LiveMap
          {...{ marks, item, onPick, onFollow, cover: card }}
          start={{ at: search.at, hasView: viewOf(search.view) !== null }}
          isFollowed={follow}
        />
      </MapSide>
      {item ? (
        <MapItemCard
          {...{ ref: card, item, onFollow, onClose }}
          isFollowed={follow}
          onHistory={subjectOf(item) ? onHistory : null}
        />
      ) : null}
    </>
  )
}
