import { ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import type { MapItem } from './items/map-item.ts'
import { MapList } from './items/map-list.tsx'
import classes from './map-page.module.css'
import type { MapTab } from './map-search.ts'
import { TABS } from './map-tabs.ts'

interface MapPanelProps {
  readonly tab: MapTab
  /** The matching items; `total` is the number of all items. */
  readonly items: readonly MapItem[]
  readonly total: number
  readonly reading: Reading
  readonly picked: string | null
  readonly onPick: (key: string) => void
}

/** The list, or the reason why there is none. */
export function MapPanel({ tab, items, total, reading, picked, onPick }: MapPanelProps) {
  const { title, noun, subject, finds } = TABS[tab]
  if (reading.state === 'ready' && items.length > 0) {
    return <MapList key={tab} label={title} items={items} picked={picked} onPick={onPick} />
  }
  const nothing =
    total > 0 ? (
      <EmptyState title={`No ${noun} is found`}>No {finds} has all these words.</EmptyState>
    ) : (
      <EmptyState title={`No ${noun} on the map yet`}>
        {tab === 'drivers' ? 'Nobody drives for the company.' : 'The telematics vendor has told of none.'}
      </EmptyState>
    )
  return (
    <ReadingPlaceholder
      list={reading}
      what="map"
      subject={subject}
      loading={<div className={classes.skeleton} aria-busy="true" />}
      nothing={nothing}
    />
  )
}
