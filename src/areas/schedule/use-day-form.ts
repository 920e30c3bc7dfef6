import { type FormEvent, useState } from 'react'
import type { DutyStatus } from '#contract/duty.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { type DayDriver, type DayOn, type DaySaving, saveDays } from './day-edit.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Instead of a date in `reach`: all days on screen. */
export const WHOLE_WEEK = 'week'

export interface DayFormInput {
  readonly driver: DayDriver
  readonly date: IsoDay
  /** The days on screen, in order; a change may run over some of them. */
  readonly dates: readonly IsoDay[]
  readonly dayOn: DayOn
  readonly saving: DaySaving
  readonly onSaved: () => void
  readonly onDirty: (isDirty: boolean) => void
}

interface DayValues {
  readonly status: DutyStatus | null
  readonly description: string
  /** The last day that the status applies to, or `WHOLE_WEEK`. */
  readonly reach: string
}

/** What is typed about a day, and its saving. What was seen when the form was opened is what the change starts from. */
export function useDayForm({ driver, date, dates, dayOn, saving, onSaved, onDirty }: DayFormInput) {
  const [day] = useState(() => dayOn(date))
  const [values, setValues] = useState<DayValues>({
    status: day?.status ?? null,
    description: day?.description ?? '',
    reach: date,
  })
  const [once] = useState(oneAtATime)
  const [trouble, setTrouble] = useState<string | null>(null)

  const change = (next: Partial<DayValues>) => {
    setValues({ ...values, ...next })
    setTrouble(null)
    onDirty(true)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { status, description, reach } = values
    if (status === null) return setTrouble('Choose a status first.')
    const range =
      reach === WHOLE_WEEK ? { from: dates[0] ?? date, to: dates.at(-1) ?? date } : { from: date, to: reach }
    const seen: DayOn = (one) => (one === date ? day : dayOn(one))
    await once(async () => {
      try {
        await saveDays(driver, date, range, { status, description: description.trim() }, seen, saving)
        onDirty(false)
        onSaved()
      } catch (error) {
        setTrouble(error instanceof Error ? error.message : String(error))
      }
    })
  }
  return { values, change, save, trouble }
}
