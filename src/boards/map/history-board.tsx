import { useState } from 'react'
import { MapButtons } from '#src/map/map-buttons.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { type BoardProps, REPLACE } from './board-parts.ts'
import { HistoryMap } from './history/history-map.tsx'
import { HistoryPanel } from './history/history-panel.tsx'
import { rangeNote, searchOfRange } from './history/history-range.ts'
import type { HistoryChoice } from './history/use-history.ts'
import classes from './map-page.module.css'
import { MapSide } from './map-side.tsx'

interface HistoryBoardProps extends Pick<BoardProps, 'search' | 'change' | 'onClose' | 'board'> {
  readonly past: HistoryChoice
}

/** The history of the selected item over some days. */
export function HistoryBoard({ search, change, past, onClose, board }: HistoryBoardProps) {
  const today = useToday()
  const [sought, setSought] = useState<{ readonly at: number } | null>(null)
  return (
    <>
      <div className={classes.panel}>
        <HistoryPanel
          {...past}
          note={rangeNote(search, past.range)}
          onRange={(step) => change((said) => searchOfRange(said, step, today))}
          onPeriod={(period) => change({ period: period ?? undefined }, REPLACE)}
          onSeek={(at) => setSought({ at })}
          onClose={onClose}
          // The button that opened the history is on the card, which is shown again.
          backTo={() => board.current?.querySelector<HTMLElement>('[data-history]')}
        />
      </div>
      <MapSide search={search} change={change}>
        <HistoryMap {...past} sought={sought} />
        <MapButtons onFit={null} />
      </MapSide>
    </>
  )
}
