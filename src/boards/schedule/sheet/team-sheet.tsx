import { memo } from 'react'
import type { ScheduleDay, ScheduleDriver, ScheduleRow } from '#contract/boards/schedule.ts'
import { type DutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { unitNumberOfDriver } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { NOTHING_PLANNED } from '#src/areas/schedule/day/day-fields.ts'
import { type IsoDay, shortDay, weekdayName, weekdayShort } from '#src/format/calendar.ts'
import type { Week } from '#src/format/week.ts'
import { type Mark, markWords } from '#src/ui/notice/waiting-mark.tsx'
import { dayOn } from '../schedule-items.ts'
import { SheetHead } from './sheet-head.tsx'
import { type Marks, markOfDay, markOfDriver } from './sheet-marks.ts'
import { sheetId } from './sheets.ts'
import classes from './team-sheet.module.css'

export interface TeamSheetProps {
  readonly team: ScheduleRow
  readonly week: Week
  readonly dates: readonly IsoDay[]
  readonly filter: DutyStatus | ''
  readonly marks: Marks
  /** When the server sent the data, in milliseconds since the epoch; null when unknown. */
  readonly asOf: number | null
}

/** Teams with more drivers are printed in small type, so that a dozen drivers still fit on one page. */
const MANY = 8

/**
 * A dispatcher's week on paper. The sheet's head is part of the table head: printers repeat it on the next page of a
 * team that does not fit on one.
 */
export const TeamSheet = memo(function TeamSheet(props: TeamSheetProps) {
  const { team, dates, marks } = props
  return (
    <article
      className={classes.sheet}
      data-many={team.drivers.length > MANY || undefined}
      aria-labelledby={sheetId(team)}
    >
      <table className={classes.table} aria-labelledby={sheetId(team)}>
        <thead>
          <tr>
            <td colSpan={dates.length + 1} className={classes.top}>
              <SheetHead {...props} />
            </td>
          </tr>
          <tr>
            <th scope="col" className={classes.driver}>
              Driver
            </th>
            {dates.map((date) => (
              <th key={date} scope="col" aria-label={`${weekdayName(date)} ${shortDay(date)}`}>
                {weekdayShort(date)} <span className={classes.date}>{shortDay(date)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {team.drivers.map((driver) => (
            <DriverRow key={driver.id} {...{ driver, dates, marks }} />
          ))}
        </tbody>
      </table>
    </article>
  )
})

interface DriverRowProps extends Pick<TeamSheetProps, 'dates' | 'marks'> {
  readonly driver: ScheduleDriver
}

function DriverRow({ driver, dates, marks }: DriverRowProps) {
  const [truck, trailer] = [unitNumberOfDriver(driver, 'truck'), unitNumberOfDriver(driver, 'trailer')]
  return (
    <tr>
      <th scope="row">
        <span className={classes.name} translate="no">
          {fullName(driver.user)}
        </span>
        <span className={classes.unit}>{truck === null ? 'No truck' : `Truck ${truck}`}</span>
        <span className={classes.unit}>{trailer === null ? 'No trailer' : `Trailer ${trailer}`}</span>
        <MarkInWords mark={markOfDriver(marks, driver.id)} />
      </th>
      {dates.map((date) => (
        <DayOnPaper key={date} day={dayOn(driver, date)} mark={markOfDay(marks, driver.id, date)} />
      ))}
    </tr>
  )
}

interface DayOnPaperProps {
  readonly day: ScheduleDay | null
  readonly mark: Mark | null
}

/** The status in words, followed by the full description: a cell on paper can't be opened. */
function DayOnPaper({ day, mark }: DayOnPaperProps) {
  const status = day && dutyStatusOf(day.status)
  return (
    <td data-color={status?.color} className={classes.day}>
      {status ? (
        <strong>{status.title}</strong>
      ) : (
        <span role="img" aria-label={NOTHING_PLANNED}>
          –
        </span>
      )}
      {day?.description ? `: ${day.description}` : null}
      <MarkInWords mark={mark} />
    </td>
  )
}

function MarkInWords({ mark }: { readonly mark: Mark | null }) {
  return mark === null ? null : <span className={classes.mark}>{markWords(mark)}</span>
}
