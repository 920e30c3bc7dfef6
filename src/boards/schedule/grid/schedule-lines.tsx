import { IconAlertTriangle } from '@tabler/icons-react'
import { type CSSProperties, memo, useMemo } from 'react'
import type { ScheduleDriver } from '#contract/boards/schedule.ts'
import { unitNumberOfDriver } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { NO_MARKS, weekMarks } from '#src/areas/schedule/week-marks.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { shortDay, weekdayName, weekdayShort } from '#src/format/calendar.ts'
import { countOf } from '#src/format/numbers.ts'
import { dayOn, type ScheduleItem } from '../schedule-items.ts'
import { type WeekWords, weekWords } from '../week-words.ts'
import { ScheduleCell } from './schedule-cell.tsx'
import classes from './schedule-lines.module.css'

interface LineProps {
  /** Counted from 1, which is the line of day headings. */
  readonly rowIndex: number
  /** In pixels from the top of the first line. */
  readonly top: number
}
const translateTo = (top: number): CSSProperties => ({ transform: `translateY(${top}px)` })

interface DriverLineProps extends LineProps {
  readonly driver: ScheduleDriver
  readonly dates: readonly IsoDay[]
  readonly isEditable: boolean
  /** The column that Tab reaches on this line; null when the tab stop is on another line. */
  readonly tabColumn: number | null
  /** The first and last selected column of this line; absent when no column is selected. */
  readonly firstSelected?: number | undefined
  readonly lastSelected?: number | undefined
}

/** A driver's line with the seven days. */
export const DriverLine = memo(function DriverLine(props: DriverLineProps) {
  const { driver, dates, isEditable, tabColumn, firstSelected = Number.NaN, lastSelected = Number.NaN } = props
  const { rowIndex, top } = props
  const name = fullName(driver.user)
  const marks = useMemo(() => weekMarks(driver, dates), [driver, dates])
  const weekText = useMemo(() => weekWords(marks, dates), [marks, dates])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualized grid can't use table elements
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    <div role="row" aria-rowindex={rowIndex} className={classes.line} style={translateTo(top)}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="rowheader" aria-colindex={1} className={classes.driver}>
        <span className={classes.name} title={name} translate="no">
          {name}
        </span>
        <span className={classes.second} data-marked={weekText.words !== '' || undefined}>
          <Units truck={unitNumberOfDriver(driver, 'truck')} trailer={unitNumberOfDriver(driver, 'trailer')} />
          {weekText.words === '' ? null : <WeekWarning {...weekText} />}
        </span>
      </div>
      {dates.map((date, column) => (
        <ScheduleCell
          // Reuses the cell for another week: updating it is cheaper than recreating it.
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
          key={column}
          driver={driver.id}
          driverName={name}
          date={date}
          column={column}
          day={dayOn(driver, date)}
          marks={marks[column] ?? NO_MARKS}
          isEditable={isEditable}
          isTabStop={tabColumn === column}
          isSelected={column >= firstSelected && column <= lastSelected}
        />
      ))}
    </div>
  )
})

function Units({ truck, trailer }: { readonly truck: string | null; readonly trailer: string | null }) {
  const words = [truck ? `Truck ${truck}` : 'No truck', trailer ?? 'no trailer'].join(' · ')
  return (
    <span className={classes.units} title={words}>
      <span className={classes.wide}>{words}</span>
      <span className={classes.narrow}>{[truck, trailer].filter(Boolean).join(' · ') || '–'}</span>
    </span>
  )
}

/** The warnings of a driver's week in one short line, with the full text as tooltip and for screen readers. */
function WeekWarning({ words, brief }: WeekWords) {
  return (
    <span className={classes.warning} title={words}>
      <IconAlertTriangle size={13} stroke={2.25} aria-hidden />
      <span className={classes.brief} aria-hidden>
        {brief}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

interface DispatcherLineProps extends LineProps {
  readonly item: Extract<ScheduleItem, { kind: 'dispatcher' }>
}

const DISPATCHER_STATUS = { working: '', dissmissed: 'dissmissed', on_vacation: 'on vacation' } as const

/** The heading above a dispatcher's drivers. */
export const DispatcherLine = memo(function DispatcherLine({ item, rowIndex, top }: DispatcherLineProps) {
  const status = item.status ? DISPATCHER_STATUS[item.status] : ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualized grid can't use table elements
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    <div role="row" aria-rowindex={rowIndex} className={classes.group} style={translateTo(top)}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="rowheader" aria-colspan={8} className={classes.groupName}>
        <strong>{item.title}</strong>
        <span className={classes.groupNote}>
          {countOf(item.drivers, 'driver')}
          {status ? ` · ${status}` : ''}
        </span>
      </div>
    </div>
  )
})

interface DayHeadingsProps {
  readonly dates: readonly IsoDay[]
  readonly today: IsoDay
}

/** Headings of the columns: weekday and date. */
export function DayHeadings({ dates, today }: DayHeadingsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualized grid can't use table elements
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    <div role="row" aria-rowindex={1} className={classes.headings}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="columnheader" aria-colindex={1} className={classes.corner}>
        Driver
      </div>
      {dates.map((date, column) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={date}
          role="columnheader"
          aria-colindex={column + 2}
          aria-label={`${weekdayName(date)} ${shortDay(date)}${date === today ? ', today' : ''}`}
          className={classes.heading}
          data-today={date === today || undefined}
        >
          <span>{weekdayShort(date)}</span>
          <span className={classes.date}>{shortDay(date)}</span>
        </div>
      ))}
    </div>
  )
}
