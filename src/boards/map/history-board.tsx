import { useState } from 'react'
import { MapButtons } from '#src/map/map-buttons.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { type BoardProps, REPLACE } from './board-parts.ts'
import { HistoryMap } from './history/history-map.tsx'
import { HistoryPanel } from './history/history-panel.tsx'
import { rangeNote, searchOfRange } from './history/range-steps.ts'
import type { SelectedHistory } from './history/use-history.ts'
import classes from './map-page.module.css'
import { MapSide } from './map-side.tsx'

interface HistoryBoardProps extends Pick<BoardProps, 'search' | 'change' | 'onClose' | 'board'> {
  readonly selected: SelectedHistory
}

/** The map with the positions of the selected vehicle, driver or trailer on the chosen days. */
export function HistoryBoard({ search, change, selected, onClose, board }: HistoryBoardProps) {
  const today = useToday()
  // An object, so that the same moment can be chosen twice.
  const [seekRequest, setSeekRequest] = useState<{ readonly at: number } | null>(null)
  return (
    <>
      <div className={classes.panel}>
        <HistoryPanel
          {...selected}
          note={rangeNote(search, selected.range)}
          onRange={(rangeChange) => change((current) => searchOfRange(current, rangeChange, today))}
          // `undefined` removes the driving period from the address.
          onPeriod={(period) => change({ period: period ?? undefined }, REPLACE)}
          onSeek={(at) => setSeekRequest({ at })}
          onClose={onClose}
          // The focus returns to the button that opened the history. Its card is shown again by then.
          findFocusAfterClose={() => board.current?.querySelector<HTMLElement>('[data-history]')}
        />
      </div>
      <MapSide search={search} change={change}>
        <HistoryMap {...selected} sought={seekRequest} />
        <MapButtons onFit={null} />
      </MapSide>
    </>
  )
}
