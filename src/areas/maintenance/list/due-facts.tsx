import { IconAlertTriangle } from '@tabler/icons-react'
import { type DueIn, dueIn, isOverdue } from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { fullName } from '#contract/wire/people.ts'
import { isImplausibleDay } from '#contract/wire/record.ts'
import { DOUBTFUL, type IsoDay } from '#src/format/calendar.ts'
import { formatCount } from '#src/format/numbers.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { dueDateWords } from '../inspection-words.ts'
import { DefectBadges } from './defect-badges.tsx'
import classes from './due-facts.module.css'
import { type DueTone, daysLeftWords, milesLeftWords, toneOfDays, toneOfMiles } from './due-words.ts'
import facts from './inspection-facts.module.css'
import { InspectionMarks } from './inspection-marks.tsx'

/** When the work is due again, by date and by miles, and the last report. */
export function DueFacts({ row }: { readonly row: Inspection }) {
  const due = dueIn(row, useToday())
  const mileage = row.due_mileage ?? 0
  return (
    <dl className={facts.due}>
      <Fact name="Service type" isNameHidden className={facts.service}>
        {row.service_type_display}
      </Fact>
      <Fact name="Standing" isNameHidden className={facts.standing}>
        <DueStatus due={due} isDoubtful={row.due_date !== null && isImplausibleDay(row.due_date)} />
      </Fact>
      <Fact name="Due date" isNameHidden className={facts.date}>
        <DueValue day={row.due_date === null ? null : dueDateWords(row.due_date)} left={daysLeft(due, row.due_date)} />
      </Fact>
      <Fact name="Due mileage" isNameHidden className={`${facts.miles} ${mileage > 0 ? '' : facts.absent}`}>
        <DueValue day={mileage > 0 ? `${formatCount(mileage)} mi` : null} left={milesLeft(due)} />
      </Fact>
      <Fact name="Report" isNameHidden className={facts.found}>
        <DefectBadges row={row} />
      </Fact>
      <Fact name="Fleet manager" isNameHidden isVerbatim className={facts.manager}>
        {row.fleet_manager ? fullName(row.fleet_manager) : 'None'}
      </Fact>
      <Fact name="Attached" isNameHidden className={facts.marks}>
        <InspectionMarks row={row} />
      </Fact>
    </dl>
  )
}

interface RemainingText {
  readonly words: string
  readonly tone: DueTone
}
function daysLeft(due: DueIn | null, day: IsoDay | null): RemainingText | null {
  if (day !== null && isImplausibleDay(day)) return { words: DOUBTFUL, tone: 'pressing' }
  return due === null || due.days === null ? null : { words: daysLeftWords(due.days), tone: toneOfDays(due.days) }
}
const milesLeft = (due: DueIn | null): RemainingText | null =>
  due === null || due.miles === null ? null : { words: milesLeftWords(due.miles), tone: toneOfMiles(due.miles) }

/** The status of the work by the date or the mileage, whichever is due first. */
function DueStatus({ due, isDoubtful }: { readonly due: DueIn | null; readonly isDoubtful: boolean }) {
  if (isDoubtful) {
    return (
      <span className={classes.left} data-tone="pressing">
        Date in doubt
      </span>
    )
  }
  if (due !== null && isOverdue(due)) {
    return (
      <span className={classes.overdue}>
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        Overdue
      </span>
    )
  }
  const isNear = due !== null && toneOfDays(due.soonest) === 'pressing'
  return (
    <span className={classes.left} data-tone={isNear ? 'pressing' : 'fine'}>
      {isNear ? 'Due soon' : 'Scheduled'}
    </span>
  )
}

/** A due date or due mileage, with the remaining days or miles if they are known. */
function DueValue({ day, left }: { readonly day: string | null; readonly left: RemainingText | null }) {
  if (day === null) {
    return (
      <span className={classes.absent}>
        <span aria-hidden>–</span>
        <span className="visually-hidden">None</span>
      </span>
    )
  }
  return (
    <>
      {day}
      {left === null ? null : (
        <span className={classes.left} data-tone={left.tone}>
          {left.words}
        </span>
      )}
    </>
  )
}
