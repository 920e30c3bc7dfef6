import { type CSSProperties, type KeyboardEvent, lazy, Suspense, useMemo, useRef } from 'react'
import { can } from '#contract/wire/access.ts'
import { useSession } from '#src/session/session.ts'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { useRoomBelow } from '#src/ui/use-room-below.ts'
import { type ChangeSearch, NO_HISTORY, NOTHING_PICKED } from './board-parts.ts'
import { FeedNote, FeedTrouble } from './feed-note.tsx'
import { useFeedState } from './feed-state.ts'
import { historyRange } from './history/history-range.ts'
import { subjectOf } from './history/history-subject.ts'
import type { HistoryChoice } from './history/use-history.ts'
import type { MapItem } from './items/map-item.ts'
import { MapLegend } from './items/map-legend.tsx'
import classes from './map-page.module.css'
import { MAP_TABS, type MapSearch, type MapTab } from './map-search.ts'
import { TABS } from './map-tabs.ts'
import { PANEL } from './map-tools.tsx'
import { NowBoard } from './now-board.tsx'
import { useMapItems } from './use-map-items.ts'

const PastBoard = lazy(() => import('./past-board.tsx').then((module) => ({ default: module.PastBoard })))

interface MapPageProps {
  readonly search: MapSearch
  /**
   * Says a part of it anew: of what the address says by then, for the map moves by itself. `replace`: in place of what it
   * says.
   */
  readonly onChange: ChangeSearch
}

/** The tab of what is picked, else the one that the address says, among those that one may see. */
const tabOf = ({ at, tab }: MapSearch, tabs: readonly MapTab[]): MapTab =>
  tabs.find((one) => at?.startsWith(`${TABS[one].noun}-`)) ?? tabs.find((one) => one === tab) ?? tabs[0] ?? tab

/** Whose past is looked at, on which days; null while it is the present. */
function usePast(item: MapItem | null, { history, from, to, period }: MapSearch): HistoryChoice | null {
  const today = useToday()
  const { kind, id, name } = (history && item ? subjectOf(item) : null) ?? {}
  // By what it says, for the item is another one whenever it moves.
  return useMemo(
    () =>
      kind === undefined || id === undefined || name === undefined
        ? null
        : { subject: { kind, id, name }, range: historyRange(from, to, today), period: period ?? null },
    [kind, id, name, from, to, today, period],
  )
}

/** Gives the focus to the first of some elements that can be seen: a line may be far off, and on a phone the list hidden. */
function focusFirst(within: HTMLElement | null, selectors: readonly string[]): void {
  for (const selector of selectors) {
    const found = within?.querySelector<HTMLElement>(selector)
    if (!found?.checkVisibility()) continue
    found.focus()
    return
  }
}

/** Where everything is, or where something was: a list beside the map, each following the other. */
export function MapPage({ search, onChange }: MapPageProps) {
  const { user } = useSession()
  const tabs = MAP_TABS.filter((tab) => can(user, TABS[tab].access))
  const tab = tabOf(search, tabs)
  const heard = useFeedState()
  const { items, reading } = useMapItems(tab, heard.clock)
  const item = items.find(({ key }) => key === search.at) ?? null
  const past = usePast(item, search)
  const board = useRef<HTMLDivElement>(null)
  /** What was seen before the map went to somebody's path. */
  const seen = useRef<string | undefined>(undefined)
  const top = useRoomBelow(board)
  const onClose = () => {
    if (!past) focusFirst(board.current, [`#${PANEL} [aria-pressed="true"]`, `#${PANEL}`, '[role="application"]'])
    onChange(past ? { ...NO_HISTORY, view: seen.current ?? search.view } : NOTHING_PICKED)
  }
  const onHistory = () => {
    seen.current = search.view
    onChange({ history: true, follow: undefined })
  }
  const parts = { search, change: onChange, items, item, tab, onClose, board }
  const leave = (event: KeyboardEvent) => {
    // Keys in a menu come here too, which stands elsewhere in the page; a field has its own use for it.
    if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
    if (item) onClose()
  }
  return (
    <>
      <PageTitle title="Map" note={<FeedNote {...heard} />}>
        {past ? null : <MapLegend items={items} isLate={heard.clock.isLate} />}
      </PageTitle>
      <FeedTrouble {...heard} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is open in it, wherever the focus is. */}
      <div ref={board} onKeyDown={leave} className={classes.board} style={{ '--top': `${top}px` } as CSSProperties}>
        <Suspense fallback={<div className={classes.skeleton} aria-busy="true" />}>
          {past ? <PastBoard {...parts} past={past} /> : <NowBoard {...{ ...parts, tabs, reading, onHistory }} />}
        </Suspense>
      </div>
    </>
  )
}
