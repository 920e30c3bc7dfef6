import { IconAlertTriangle } from '@tabler/icons-react'
import { type DueIn, dueIn, isOverdue } from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { fullName } from '#contract/wire/people.ts'
import { isDoubtfulDay } from '#contract/wire/record.ts'
import { DOUBTFUL, type IsoDay } from '#src/format/calendar.ts'
import { counted } from '#src/format/numbers.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { dueDateWords } from '../inspection-words.ts'
import { DefectBadges } from './defect-badges.tsx'
import classes from './due-facts.module.css'
import { type DueTone, daysLeftWords, milesLeftWords, toneOfDays, toneOfMiles } from './due-words.ts'
import facts from './inspection-facts.module.css'
import { InspectionMarks } from './inspection-marks.tsx'

/** When the work is due again, by day and by miles, and what was done last. */
export function DueFacts({ row }: { readonly row: Inspection }) {
  const due = dueIn(row, useToday())
  const mileage = row.due_mileage ?? 0
  return (
    <dl className={facts.due}>
      <Fact name="Service type" isNameHidden className={facts.service}>
        {row.service_type_display}
      </Fact>
      <Fact name="Standing" isNameHidden className={facts.standing}>
        <Standing due={due} isDoubtful={row.due_date !== null && isDoubtfulDay(row.due_date)} />
      </Fact>
      <Fact name="Due date" isNameHidden className={facts.date}>
        <Left day={row.due_date === null ? null : dueDateWords(row.due_date)} left={daysLeft(due, row.due_date)} />
      </Fact>
      <Fact name="Due mileage" isNameHidden className={`${facts.miles} ${mileage > 0 ? '' : facts.absent}`}>
        <Left day={mileage > 0 ? `${counted(mileage)} mi` : null} left={milesLeft(due)} />
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

interface LeftWords {
  readonly words: string
  readonly tone: DueTone
}
function daysLeft(due: DueIn | null, day: IsoDay | null): LeftWords | null {
  if (day !== null && isDoubtfulDay(day)) return { words: DOUBTFUL, tone: 'pressing' }
  return due === null || due.days === null ? null : { words: daysLeftWords(due.days), tone: toneOfDays(due.days) }
}
const milesLeft = (due: DueIn | null): LeftWords | null =>
  due === null || due.miles === null ? null : { words: milesLeftWords(due.miles), tone: toneOfMiles(due.miles) }

/** How it stands by whichever comes first. */
function Standing({ due, isDoubtful }: { readonly due: DueIn | null; readonly isDoubtful: boolean }) {
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

/** What is due, and what is left until then, where that is known. */
function Left({ day, left }: { readonly day: string | null; readonly left: LeftWords | null }) {
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
