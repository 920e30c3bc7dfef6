import { statusWords } from '#src/areas/dispatchers/dispatcher-words.ts'
import { countOf } from '#src/format/numbers.ts'
import { useCompanyNow, useNow } from '#src/ui/use-now.ts'
import { marksOnSheet } from './sheet-marks.ts'
import { dataWords, filterWords, printedWords, unconfirmedWords, weekInWords } from './sheet-words.ts'
import { sheetId, teamName } from './sheets.ts'
import classes from './team-sheet.module.css'
import type { TeamSheetProps } from './team-sheet.tsx'

/**
 * Head of a sheet: dispatcher, week, age of the data and number of unconfirmed changes. Every sheet has its own,
 * because sheets are separated and pinned up one by one.
 */
export function SheetHead({ team, week, dates, filter, marks, asOf }: TeamSheetProps) {
  const now = useNow()
  const printedAt = useCompanyNow()
  const isAway = team.status !== null && team.status !== 'working'
  const about = ['Schedule', isAway ? statusWords(team.status) : '', countOf(team.drivers.length, 'driver')]
  return (
    <div className={classes.head}>
      <div>
        <h2 id={sheetId(team)} className={classes.dispatcher}>
          {teamName(team)}
        </h2>
        <p>{joined([...about, filterWords(filter)])}</p>
      </div>
      <div className={classes.when}>
        <p className={classes.week}>{weekInWords(week)}</p>
        <p>{joined([dataWords(asOf, now), printedWords(printedAt)])}</p>
        <p className={classes.unconfirmed}>{unconfirmedWords(marksOnSheet(marks, team, dates))}</p>
      </div>
    </div>
  )
}

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' · ')
