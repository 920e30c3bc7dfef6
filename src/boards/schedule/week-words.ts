import { DAY_MARKS, type DayMark } from '#src/areas/schedule/day/day-marks.ts'
import { type IsoDay, weekdayShort } from '#src/format/calendar.ts'

/**
 * The marks of a week in one line: "CDL expires Tue, Truck 1042 in service until Wed". Both texts are empty without
 * marks.
 */
export interface WeekWords {
  readonly words: string
  /** A shorter text for narrow places. */
  readonly brief: string
}

/** A mark and its first and last day, as indexes into the week. */
interface Run {
  readonly mark: DayMark
  readonly first: number
  readonly last: number
}

/**
 * The marks of the week, each once, the most important first. Leaves out "… expired" when the week also has "…
 * expires": the day of expiry already tells both.
 */
function runsOf(week: readonly (readonly DayMark[])[]): readonly Run[] {
  const runs = new Map<string, Run>()
  for (const [at, marks] of week.entries()) {
    for (const mark of marks) {
      const { kind, words } = mark
      if (kind === 'expired' && runs.has(words.replace(/expired$/, 'expires'))) continue
      runs.set(words, { mark, first: runs.get(words)?.first ?? at, last: at })
    }
  }
  return [...runs.values()].sort((a, b) => DAY_MARKS.indexOf(a.mark.kind) - DAY_MARKS.indexOf(b.mark.kind))
}

/** `words` with the days: "CDL expires Tue", "On vacation until Wed", "Firing from Tue". A whole week adds nothing. */
function withDayNames(words: string, { first, last }: Run, dates: readonly IsoDay[]): string {
  const [from, until] = [dates[first], dates[last]].map((date) => weekdayShort(date ?? ''))
  const end = dates.length - 1
  if (first === 0 && last === end) return words
  if (first === last) return `${words} ${from}`
  if (first === 0) return `${words} until ${until}`
  return last === end ? `${words} from ${from}` : `${words} ${from} – ${until}`
}

/** The text for a driver's week. `week` has the marks of each day. */
export function weekWords(week: readonly (readonly DayMark[])[], dates: readonly IsoDay[]): WeekWords {
  const runs = runsOf(week)
  return {
    words: runs.map((run) => withDayNames(run.mark.words, run, dates)).join(', '),
    brief: runs.map((run) => withDayNames(run.mark.brief, run, dates)).join(', '),
  }
}
