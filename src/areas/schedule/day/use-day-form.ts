import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import { oneAtATime } from '#src/form/frame/one-at-a-time.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { useDraft } from '#src/offline/drafts/drafts.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import { descriptionCount, descriptionOf, descriptionTrouble } from './day-description.ts'
import { type DayValues, dayDraft } from './day-draft.ts'
import { type DayDriver, type DayOn, type RowEdit, rowOfDay, type SaveRows } from './day-edit.ts'

/** A value of `reach` for all days on screen, instead of a date. */
export const WHOLE_WEEK = 'week'

export interface DayFormInput {
  readonly driver: DayDriver
  readonly date: IsoDay
  /** The days on screen, in order. A change can cover several of them. */
  readonly dates: readonly IsoDay[]
  readonly dayOn: DayOn
  /** A description that the user began to type elsewhere. */
  readonly typed?: string | undefined
  /** Saves the change and offers to undo it. */
  readonly keep: SaveRows
  readonly onSaved: () => void
  readonly onDirty: (isDirty: boolean) => void
}

type DayContext = Pick<DayFormInput, 'driver' | 'date' | 'dates' | 'dayOn' | 'typed' | 'onDirty'>

interface DayInputState {
  /** The planned days on screen when the user began to type. */
  readonly seen: readonly ScheduleDay[]
  readonly values: DayValues
}

function inputNow({ date, dates, dayOn, typed }: DayContext): DayInputState {
  const day = dayOn(date)
  const values = { status: day?.status ?? null, description: typed ?? day?.description ?? '', reach: date }
  return { seen: dates.flatMap((one) => dayOn(one) ?? []), values }
}

/** The input about a day. Unsaved input from before a reload or a crash is restored. */
function useDayInput(being: DayContext) {
  const { driver, date, dates, onDirty } = being
  const [{ seen, values }, setInput] = useState(() => inputNow(being))
  const [restored, setRestored] = useState<'not_yet' | 'restored' | 'started_over'>('not_yet')
  const { earlierInput, storeInput, keep, drop, discard } = useDraft(
    dayDraft,
    dayKind.keyOf({ driver: driver.id, date }),
  )
  if (earlierInput !== null && restored === 'not_yet') {
    const { seen: seenThen, values: typed } = earlierInput.value
    const { reach } = typed
    // A range up to a day that is no longer on screen can't be chosen.
    const isOnScreen = reach === WHOLE_WEEK || dates.includes(reach)
    setRestored('restored')
    setInput({ seen: seenThen, values: { ...typed, reach: isOnScreen ? reach : date } })
  }
  const isRestored = restored === 'restored'
  useEffect(() => {
    if (isRestored) onDirty(true)
  }, [isRestored, onDirty])
  // What the user began to type elsewhere is input from the start.
  const keepTyped = useEffectEvent(() => being.typed !== undefined && change({}))
  useEffect(() => void keepTyped(), [])
  const change = (next: Partial<DayValues>) => {
    const now = { ...values, ...next }
    setInput({ seen, values: now })
    onDirty(true)
    storeInput({ driver, date, dates: [...dates], seen: [...seen], values: now })
  }
  const startOver = async () => {
    const discarded = await discard()
    setRestored('started_over')
    setInput(inputNow(being))
    onDirty(false)
    return discarded
  }
  return { seen, values, isRestored, change, startOver, drop, keepDraft: keep }
}

/** The errors of the form: a general one, and the error of a description that is too long. */
function useTrouble({ status, description }: DayValues) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  const tooLong = descriptionTrouble(description)
  /** Shows the errors of the input. Returns whether the description is short enough. */
  const check = () => {
    setIsRefused(tooLong !== null)
    setTrouble(status === null ? 'Choose a status first.' : null)
    return tooLong === null
  }
  return { trouble, setTrouble, check, tooLong: isRefused ? tooLong : null }
}

/** The form of a day and its saving. The change is based on the days that the user saw when typing began. */
export function useDayForm({ onSaved, keep, ...being }: DayFormInput) {
  const { driver, date, dates, dayOn, onDirty } = being
  const { seen, values, isRestored, change, startOver, drop, keepDraft } = useDayInput(being)
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
  /** Clears the day: nothing is planned any more. */
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
    /** Discards the input. Resolves to the former draft, null if none was stored. */
    startOver,
    giveUp: drop,
    keepDraft,
  }
}
