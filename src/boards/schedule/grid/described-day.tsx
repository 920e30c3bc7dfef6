import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ScheduleDriver } from '#contract/boards/schedule.ts'
import { fullName } from '#contract/wire/people.ts'
import type { KeepRows } from '#src/areas/schedule/day/day-edit.ts'
import { useDayForm } from '#src/areas/schedule/day/use-day-form.ts'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'
import { dayOn } from '../schedule-items.ts'
import classes from './described-day.module.css'
import { LAST_COLUMN } from './grid-cursor.ts'
import lines from './schedule-lines.module.css'

/** Where the cursor goes on: a row down, a day on or back, or nowhere; `elsewhere`: the person has gone there already. */
export type Onwards = 'down' | 'right' | 'left' | 'stay' | 'elsewhere'

interface DescribedDayProps {
  readonly driver: ScheduleDriver
  readonly date: IsoDay
  /** Where the cell's line stands, in pixels, and its column, 0 for the first day. */
  readonly top: number
  readonly column: number
  /** The driver is in the list no more: somebody has changed what brought him there. */
  readonly hasLeft: boolean
  readonly keep: KeepRows
  readonly onClose: (onwards: Onwards) => void
  /** More has to be said, or was typed before, than the description: that is gone on with in the opened day. */
  readonly onOpen: (typed?: string) => void
}

/**
 * The description of a day, written in its cell as in a spreadsheet: Enter and Tab keep it and go on, Escape gives it up.
 * What a colleague does to the day meanwhile is said beside it, and changes nothing of what is being typed.
 */
export function DescribedDay(props: DescribedDayProps) {
  const { driver, date, top, column, hasLeft } = props
  const { values, change, save, tooLong, trouble, meanwhile, count, field } = useDescribing(props)
  return (
    <div role="presentation" className={lines.overLine} style={{ transform: `translateY(${top}px)` }}>
      <form
        className={classes.form}
        style={{ gridColumn: column + 2 }}
        data-last={column === LAST_COLUMN || undefined}
        onSubmit={save}
      >
        <textarea
          {...field}
          className={classes.text}
          autoComplete="off"
          rows={1}
          aria-label={`Description, ${fullName(driver.user)}, ${dayWords(date)}`}
          aria-invalid={tooLong !== null}
          value={values.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <p className={classes.said} role="status" data-trouble={tooLong !== null || trouble !== null || undefined}>
          {tooLong ?? trouble ?? meanwhile ?? (hasLeft ? HAS_LEFT : count)}
        </p>
      </form>
    </div>
  )
}

const HAS_LEFT = 'Somebody has changed this day, and it is in this list no more. What you write is kept all the same.'

/** The form of the day, and what keys and the loss of the focus do in its field. */
function useDescribing({ driver, date, keep, onClose, onOpen }: DescribedDayProps) {
  const onwards = useRef<Onwards>('stay')
  const isOver = useRef(false)
  const [isDirty, setIsDirty] = useState(false)
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
  const close = (where: Onwards) => {
    isOver.current = true
    onClose(where)
  }
  const form = useDayForm({
    driver: { id: driver.id, name: fullName(driver.user) },
    date,
    dates: [date],
    dayOn: (one) => dayOn(driver, one),
    keep,
    onSaved: () => close(onwards.current),
    onDirty: setIsDirty,
  })
  const { isRestored } = form
  const restored = useEffectEvent(() => onOpen())
  useEffect(() => {
    if (isRestored) restored()
  }, [isRestored])
  const saveAndGo = ({ currentTarget }: FormEvent<HTMLTextAreaElement>, where: Onwards) => {
    onwards.current = where
    if (form.values.status !== null) return currentTarget.form?.requestSubmit()
    // No day to stand on yet: what was typed goes on in the opened day, which asks for the status.
    const { description } = form.values
    if (isDirty) void form.giveUp().then(() => onOpen(description))
    else close(where)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') void form.giveUp().then(() => close('stay'))
    else if (event.key === 'Enter') saveAndGo(event, 'down')
    else if (event.key === 'Tab') saveAndGo(event, event.shiftKey ? 'left' : 'right')
    else return
    event.preventDefault()
  }
  const onBlur = (event: FormEvent<HTMLTextAreaElement>) => {
    // Another window has the focus: what is typed stays as it is.
    if (isOver.current || !document.hasFocus()) return
    if (isDirty) saveAndGo(event, 'elsewhere')
    else close('elsewhere')
  }
  return { ...form, field: { onKeyDown, onBlur, ref: focusAtEnd } }
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field || field === document.activeElement) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
