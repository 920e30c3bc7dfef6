import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { speedWords } from '#src/format/travel-words.ts'
import type { MapItem } from './map-item.ts'
import { MapItemAge } from './map-item-age.tsx'
import classes from './map-list.module.css'
import { mapStateOf, stateWords } from './map-marks.ts'
import { StateMark } from './state-mark.tsx'
import { useLineKeys } from './use-line-keys.ts'

interface MapListProps {
  /** The accessible name: "Vehicles". */
  readonly label: string
  readonly items: readonly MapItem[]
  readonly picked: string | null
  readonly onPick: (key: string) => void
}

/** The height of a line, in CSS pixels. The style sheet has the same value. */
const LINE = 60

/** The list next to the map: one line per item. An item selected on the map is scrolled into view. */
export function MapList({ label, items, picked, onPick }: MapListProps) {
  const box = useRef<HTMLDivElement>(null)
  const lines = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 6,
  })
  const at = items.findIndex(({ key }) => key === picked)
  const isListed = at >= 0
  const find = useEffectEvent(() => lines.scrollToIndex(at, { align: 'auto' }))
  // Only when it is selected, not whenever other items move it in the list.
  useEffect(() => {
    if (picked !== null && isListed) find()
  }, [picked, isListed])
  const { onKeyDown, onMade } = useLineKeys(items, (index) => lines.scrollToIndex(index, { align: 'auto' }))
  // The list has one tab stop; the arrow keys move inside it.
  const [focused, setFocused] = useState<string | null>(null)
  const renderedLines = lines.getVirtualItems()
  const isRendered = (key: string | null) => renderedLines.some((line) => line.key === key)
  const stop = [focused, picked].find(isRendered) ?? renderedLines[0]?.key
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move from one of its buttons to the next.
    <div ref={box} className={classes.list} onKeyDown={onKeyDown}>
      <ul aria-label={label} className={classes.lines} style={{ height: lines.getTotalSize() }}>
        {renderedLines.map(({ index, key, start }) => {
          const item = items[index]
          return item ? (
            <li
              key={key}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              <MapLine
                {...{ item, index, onPick, onMade }}
                isPicked={key === picked}
                isStop={key === stop}
                onFocus={() => setFocused(item.key)}
              />
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}

interface MapLineProps extends Pick<MapListProps, 'onPick'> {
  readonly item: MapItem
  readonly index: number
  readonly isPicked: boolean
  /** The line is the list's tab stop. */
  readonly isStop: boolean
  readonly onFocus: () => void
  /** Called when the line is mounted. */
  readonly onMade: (key: string, line: HTMLElement) => void
}

function MapLine({ item, index, isPicked, isStop, onPick, onFocus, onMade }: MapLineProps) {
  const { color, shape } = mapStateOf(item.state)
  const line = useRef<HTMLButtonElement>(null)
  const { key } = item
  // A name is longer than a unit number, so the driver's vehicle is in the second row.
  const isPerson = item.of.kind === 'driver'
  const reportElement = useEffectEvent(onMade)
  useEffect(() => {
    if (line.current) reportElement(key, line.current)
  }, [key])
  return (
    <button
      ref={line}
      type="button"
      data-index={index}
      className={classes.line}
      aria-pressed={isPicked}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={() => onPick(item.key)}
    >
      <span className={classes.row}>
        <span className={classes.name} translate="no">
          <strong>{item.title}</strong> {isPerson ? null : <span>{item.note}</span>}
        </span>
        <span className={classes.state}>
          <StateMark {...{ shape, color }} isOld={item.rings > 0} />
          {stateWords(item)}
          {item.state === 'moving' && item.speed !== null ? ` · ${speedWords(item.speed)}` : ''}
        </span>
      </span>
      <span className={classes.row}>
        <span className={classes.place}>
          {isPerson ? `${item.note} · ` : ''}
          {item.place || 'Location not known'}
        </span>
        <span className={classes.age}>
          <MapItemAge item={item} />
        </span>
      </span>
    </button>
  )
}
