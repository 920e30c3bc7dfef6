import { type CSSProperties, type KeyboardEvent, useMemo, useRef } from 'react'
import { can } from '#contract/wire/access.ts'
import { useSession } from '#src/session/session.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { useRoomBelow } from '#src/ui/use-room-below.ts'
import { type ChangeSearch, NO_HISTORY, NOTHING_PICKED } from './board-parts.ts'
import { FeedNote, FeedTrouble } from './feed-note.tsx'
import { useFeedState } from './feed-state.ts'
import { historyRange } from './history/history-range.ts'
import { subjectOf } from './history/history-subject.ts'
import type { SelectedHistory } from './history/use-history.ts'
import type { MapItem } from './items/map-item.ts'
import { MapLegend } from './items/map-legend.tsx'
import { LiveBoard } from './live-board.tsx'
import classes from './map-page.module.css'
import { MAP_TABS, type MapSearch, type MapTab } from './map-search.ts'
import { TABS } from './map-tabs.ts'
import { PANEL } from './map-tools.tsx'
import { useMapItems } from './use-map-items.ts'

const PastBoard = lazyPart(() => import('./history-board.tsx').then((module) => module.HistoryBoard))

interface MapPageProps {
  readonly search: MapSearch
  /**
   * Changes a part of the current URL (not of `search`, because the map also changes the URL). `replace`: replaces the
   * current entry of the browser's history.
   */
  readonly onChange: ChangeSearch
}

/** The tab of the selected item, or else the URL's tab, among the tabs that the user may see. */
const tabOf = ({ at, tab }: MapSearch, tabs: readonly MapTab[]): MapTab =>
  tabs.find((one) => at?.startsWith(`${TABS[one].noun}-`)) ?? tabs.find((one) => one === tab) ?? tabs[0] ?? tab

/** The shown history: its subject and days; null for the live map. */
function useHistoryChoice(item: MapItem | null, { history, from, to, period }: MapSearch): SelectedHistory | null {
  const today = useToday()
  const { kind, id, name } = (history && item ? subjectOf(item) : null) ?? {}
  // Depends on the values, because the item is a new object whenever it moves.
  return useMemo(
    () =>
      kind === undefined || id === undefined || name === undefined
        ? null
        : { subject: { kind, id, name }, range: historyRange(from, to, today), period: period ?? null },
    [kind, id, name, from, to, today, period],
  )
}

/**
 * Focuses the first visible element of some selectors: a line may not be mounted, and on a phone the list may be
 * hidden.
 */
function focusFirst(within: HTMLElement | null, selectors: readonly string[]): void {
  for (const selector of selectors) {
    const found = within?.querySelector<HTMLElement>(selector)
    if (!found?.checkVisibility()) continue
    found.focus()
    return
  }
}

/**
 * The map page: live positions or the history of one item, with a list next to the map. Map and list follow each other.
 */
export function MapPage({ search, onChange }: MapPageProps) {
  const { user } = useSession()
  const tabs = MAP_TABS.filter((tab) => can(user, TABS[tab].access))
  const tab = tabOf(search, tabs)
  const heard = useFeedState()
  const { items, reading } = useMapItems(tab, heard.clock)
  const item = items.find(({ key }) => key === search.at) ?? null
  const past = useHistoryChoice(item, search)
  const board = useRef<HTMLDivElement>(null)
  /** The view before the map moved to a history's path. */
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
    // Keys in a menu (a portal elsewhere in the page) also arrive here, and fields use Escape themselves.
    if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
    if (item) onClose()
  }
  return (
    <>
      <PageTitle title="Map" note={<FeedNote {...heard} />}>
        {past ? null : <MapLegend items={items} isLate={heard.clock.isLate} />}
      </PageTitle>
      <FeedTrouble {...heard} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the open card or history, wherever the focus is. */}
      <div ref={board} onKeyDown={leave} className={classes.board} style={{ '--top': `${top}px` } as CSSProperties}>
        {past ? (
          <PastBoard {...parts} selected={past} meanwhile={<div className={classes.skeleton} aria-busy="true" />} />
        ) : (
          <LiveBoard {...{ ...parts, tabs, reading, onHistory }} />
        )}
      </div>
    </>
  )
}
