import { IconContainer, IconTruck } from '@tabler/icons-react'
import { memo } from 'react'
import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import { shortDay } from '#src/format/calendar.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { DueFacts } from './due-facts.tsx'
import classes from './inspection-line.module.css'
import { ReportFacts } from './report-facts.tsx'

export interface InspectionLineProps {
  readonly row: Inspection
  readonly tab: InspectionTab
  readonly isOpen: boolean
  readonly onOpen: (row: Inspection) => void
  /** Null if rows can't be selected in this tab. */
  readonly isSelected: boolean | null
  /** `isRange`: also selects or clears all rows between this row and the one ticked before. */
  readonly onTick: (key: string, isRange: boolean) => void
}

const SIGN = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** A report in the list: a table line if the width allows, else a small card. Re-renders only when its props change. */
export const InspectionLine = memo(function InspectionLine(props: InspectionLineProps) {
  const { row, tab, isOpen, onOpen, isSelected, onTick } = props
  const key = inspectionKind.keyOf(row)
  const mark = useMark(inspectionKind, key)
  const { title, kind, is_deleted } = row.transport
  const number = unitNumberOf(row.transport)
  const name = `${number}, ${row.service_type_display}, ${shortDay(row.date)}`
  const Icon = kind === 'truck' ? IconTruck : IconContainer
  return (
    <article
      className={classes.row}
      aria-label={name}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
    >
      <div className={classes.line}>
        {isSelected === null ? null : (
          <label className={classes.tick}>
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              checked={isSelected}
              onChange={(event) => onTick(key, isShift(event.nativeEvent))}
            />
          </label>
        )}
        <header className={classes.unit}>
          <Icon {...SIGN} />
          <h2 className={classes.id}>
            <button type="button" className={classes.open} aria-label={`Open ${name}`} onClick={() => onOpen(row)}>
              {number}
            </button>
          </h2>
          <span className={classes.model}>{is_deleted ? 'deleted' : modelOf(title, number)}</span>
          <WaitingMark mark={mark} />
        </header>
        {tab === 'upcoming' ? <DueFacts row={row} /> : <ReportFacts row={row} />}
      </div>
    </article>
  )
})

const isShift = (event: Event) => event instanceof globalThis.MouseEvent && event.shiftKey

/** The part of a unit's title after the number: "Kenworth T680". */
const modelOf = (title: string, number: string) =>
  title.startsWith(`${number} · `) ? title.slice(number.length + 3) : ''
