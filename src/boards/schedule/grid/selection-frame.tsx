import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Block, cellCount, extendedTo } from '#src/boards/schedule/edits/block.ts'
import type { ScheduleItem } from '../schedule-items.ts'
import { type Cursor, LAST_COLUMN } from './grid-cursor.ts'
import { bottomOfDriver, topOfDriver } from './line-heights.ts'
import lines from './schedule-lines.module.css'
import classes from './selection-frame.module.css'
import { cellAt } from './use-grid-cursor.ts'

interface SelectionFrameProps {
  readonly items: readonly ScheduleItem[]
  readonly block: Block
  /** Height of a driver's line, in pixels. */
  readonly lineHeight: number
  /** Repeats the block's days over a larger block; null when the user may not change the schedule. */
  readonly onFill: ((over: Block) => void) | null
}

/** The frame around the selection, with the handle that repeats its days vertically or sideways. */
export function SelectionFrame({ items, block, lineHeight, onFill }: SelectionFrameProps) {
  const [pulled, setPulled] = useState<Block | null>(null)
  return (
    <>
      <Frame {...{ items, block, lineHeight }}>
        {onFill && (
          <FillHandle
            onPull={(to) => setPulled(to && extendedTo(items, block, to))}
            onEnd={(to) => onFill(extendedTo(items, block, to))}
          />
        )}
      </Frame>
      {pulled && <Frame {...{ items, lineHeight }} block={pulled} isPulled />}
    </>
  )
}

interface FrameProps extends Omit<SelectionFrameProps, 'onFill'> {
  readonly isPulled?: boolean
  readonly children?: ReactNode
}

function Frame({ items, block, lineHeight, isPulled = false, children }: FrameProps) {
  const top = topOfDriver(items, block.drivers[0] ?? -1, lineHeight)
  const height = bottomOfDriver(items, block.drivers.at(-1) ?? -1, lineHeight) - top
  return (
    <div role="presentation" className={lines.overLine} style={{ transform: `translateY(${top}px)`, height }}>
      <div
        className={classes.frame}
        data-pulled={isPulled || undefined}
        data-range={cellCount(block) > 1 || undefined}
        data-last-day={block.last === LAST_COLUMN || undefined}
        data-last-driver={isLastLine(items, block.drivers.at(-1)) || undefined}
        style={{ gridColumn: `${block.first + 2} / ${block.last + 3}` }}
      >
        {children}
      </div>
    </div>
  )
}

function isLastLine(items: readonly ScheduleItem[], driver: number | undefined): boolean {
  const last = items.at(-1)
  return last?.kind === 'driver' && last.driver.id === driver
}

interface FillHandleProps {
  /** Called with the cell under the pointer while dragging; with null when the drag ends. */
  readonly onPull: (to: Cursor | null) => void
  /** Called with the cell that the handle was released on. */
  readonly onEnd: (at: Cursor) => void
}

/** For pointers only. Keyboard users press Ctrl+D and Ctrl+R. */
function FillHandle({ onPull, onEnd }: FillHandleProps) {
  const acts = useRef({ onPull, onEnd })
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => {
    acts.current = { onPull, onEnd }
  })
  useEffect(() => () => stop.current(), [])
  const begin = (event: PointerEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const under = ({ clientX, clientY }: globalThis.PointerEvent) => cellAt(document.elementFromPoint(clientX, clientY))
    let last: Cursor | null = null
    const move = (at: globalThis.PointerEvent) => {
      // When another element covers the cells, the last cell stays.
      last = under(at) ?? last
      if (last) acts.current.onPull(last)
    }
    const end = (at: globalThis.PointerEvent) => {
      stop.current()
      const cell = at.type === 'pointerup' ? (under(at) ?? last) : null
      if (cell) acts.current.onEnd(cell)
      acts.current.onPull(null)
    }
    const giveUp = (key: globalThis.KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      stop.current()
      acts.current.onPull(null)
    }
    stop.current = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', giveUp, { capture: true })
    }
    window.addEventListener('keydown', giveUp, { capture: true })
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }
  return <span className={classes.handle} data-fill-handle onPointerDown={begin} aria-hidden />
}
