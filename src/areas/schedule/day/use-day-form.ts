import { type FormEvent, useEffect, useState } from 'react'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import { oneAtATime } from '#src/form/frame/one-at-a-time.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { useDraft } from '#src/offline/drafts/drafts.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import { descriptionCount, descriptionOf, descriptionTrouble } from './day-description.ts'
import { type DayValues, dayDraft } from './day-draft.ts'
import { type DayDriver, type DayOn, type KeepRows, type RowEdit, rowOfDay } from './day-edit.ts'

/** Instead of a date in `reach`: all days on screen. */
export const WHOLE_WEEK = 'week'

export interface DayFormInput {
  readonly driver: DayDriver
  readonly date: IsoDay
  /** The days on screen, in order; a change may run over some of them. */
  readonly dates: readonly IsoDay[]
  readonly dayOn: DayOn
  /** A description that was typed elsewhere, and goes on here. */
  readonly typed?: string | undefined
  /** What keeps the change, and offers to take it back. */
  readonly keep: KeepRows
  readonly onSaved: () => void
  readonly onDirty: (isDirty: boolean) => void
}

type DayBeing = Pick<DayFormInput, 'driver' | 'date' | 'dates' | 'dayOn' | 'typed' | 'onDirty'>

interface DayTyping {
  /** The days on screen that held something when the typing began. */
  readonly seen: readonly ScheduleDay[]
  readonly values: DayValues
}

function inputNow({ date, dates, dayOn, typed }: DayBeing): DayTyping {
  const day = dayOn(date)
  const values = { status: day?.status ?? null, description: typed ?? day?.description ?? '', reach: date }
  return { seen: dates.flatMap((one) => dayOn(one) ?? []), values }
}

/** What is typed about a day; what was typed before a reload or a crash, and not saved, stands there again. */
function useDayInput(being: DayBeing) {
  const { driver, date, dates, onDirty } = being
  const [{ seen, values }, setInput] = useState(() => inputNow(being))
  const [restored, setRestored] = useState<'not_yet' | 'restored' | 'started_over'>('not_yet')
  const { before, keep, drop } = useDraft(dayDraft, dayKind.keyOf({ driver: driver.id, date }))
  if (before !== null && restored === 'not_yet') {
    const { reach } = before.values
    // Days that are not on screen any more can't be chosen here.
    const isOnScreen = reach === WHOLE_WEEK || dates.includes(reach)
    setRestored('restored')
    setInput({ seen: before.seen, values: { ...before.values, reach: isOnScreen ? reach : date } })
  }
  const isRestored = restored === 'restored'
  useEffect(() => {
    if (isRestored) onDirty(true)
  }, [isRestored, onDirty])
  const change = (next: Partial<DayValues>) => {
    const now = { ...values, ...next }
    setInput({ seen, values: now })
    onDirty(true)
    keep({ driver, date, dates: [...dates], seen: [...seen], values: now })
  }
  const startOver = async () => {
    await drop()
    setRestored('started_over')
    setInput(inputNow(being))
    onDirty(false)
  }
  return { seen, values, isRestored, change, startOver, drop }
}

/** What keeps the form from being saved: in general, and whether a description that is too long was refused. */
function useTrouble({ status, description }: DayValues) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  const tooLong = descriptionTrouble(description)
  /** Says what is wrong with the input; answers whether the description fits. */
  const check = () => {
    setIsRefused(tooLong !== null)
    setTrouble(status === null ? 'Choose a status first.' : null)
    return tooLong === null
  }
  return { trouble, setTrouble, check, tooLong: isRefused ? tooLong : null }
}

/** What is typed about a day, and its saving. What was seen when the typing began is what the change starts from. */
export function useDayForm({ onSaved, keep, ...being }: DayFormInput) {
  const { driver, date, dates, dayOn, onDirty } = being
  const { seen, values, isRestored, change, startOver, drop } = useDayInput(being)
  const { trouble, setTrouble, check, tooLong } = useTrouble(values)
  const [once] = useState(oneAtATime)
  const day = seen.find((one) => one.date === date) ?? null
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { status, description, reach } = values
    const isShort = check()
    if (!isShort) event.currentTarget.querySelector('textarea')?.focus()
    if (!isShort || status === null) return
    const range =
      reach === WHOLE_WEEK ? { from: dates[0] ?? date, to: dates.at(-1) ?? date } : { from: date, to: reach }
    const seenOn: DayOn = (one) => (one === date ? day : dayOn(one))
    await settle(rowOfDay(driver, date, range, { status, description: descriptionOf(description) }, seenOn))
  }
  const settle = (row: RowEdit) =>
    once(async () => {
      try {
        await keep([row])
        await drop()
        onDirty(false)
        onSaved()
      } catch (error) {
        setTrouble(error instanceof Error ? error.message : String(error))
      }
    })
  /** Nothing is planned on the day any more. */
  const clear = () => settle({ driver, targets: [{ date, was: day, to: null }] })
  const type = (next: Partial<DayValues>) => {
    setTrouble(null)
    change(next)
  }
  const words = { trouble, tooLong, count: descriptionCount(values.description) }
  return {
    values,
    change: type,
    save,
    clear: day === null ? null : clear,
    ...words,
    meanwhile: changedMeanwhile(day, dayOn(date)),
    isRestored,
    startOver,
    giveUp: drop,
  }
}
