import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { fullName } from '#contract/people.ts'
import type { ScheduleDriver } from '#contract/schedule-day.ts'
import type { KeepRows } from '#src/areas/schedule/day-edit.ts'
import { useDayForm } from '#src/areas/schedule/use-day-form.ts'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import { holdUnsavedInput } from '#src/offline/unsaved-input.ts'
import classes from './described-day.module.css'
import { LAST_COLUMN } from './grid-cursor.ts'
import { dayOn } from './schedule-items.ts'

/** Where the cursor goes on: a row down, a day on or back, or nowhere. */
export type Onwards = 'down' | 'right' | 'left' | 'stay'

interface DescribedDayProps {
  readonly driver: ScheduleDriver
  readonly date: IsoDay
  /** Where the cell's line stands, in pixels, and its column, 0 for the first day. */
  readonly top: number
  readonly column: number
  readonly keep: KeepRows
  readonly onClose: (onwards: Onwards) => void
}

/**
 * The description of a day, written in its cell as in a spreadsheet: Enter and Tab keep it and go on, Escape gives it up.
 * What a colleague does to the day meanwhile is said beside it, and changes nothing of what is being typed.
 */
export function DescribedDay(props: DescribedDayProps) {
  const { driver, date, top, column } = props
  const { values, change, save, tooLong, trouble, meanwhile, count, field } = useDescribing(props)
  return (
    <div role="presentation" className={classes.over} style={{ transform: `translateY(${top}px)` }}>
      <form
        className={classes.form}
        style={{ gridColumn: column + 2 }}
        data-last={column === LAST_COLUMN || undefined}
        onSubmit={save}
      >
        <textarea
          {...field}
          className={classes.text}
          rows={1}
          aria-label={`Description, ${fullName(driver.user)}, ${dayWords(date)}`}
          aria-invalid={tooLong !== null}
          value={values.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <p className={classes.said} role="status" data-trouble={tooLong !== null || trouble !== null || undefined}>
          {tooLong ?? trouble ?? meanwhile ?? count}
        </p>
      </form>
    </div>
  )
}

/** The form of the day, and what keys and the loss of the focus do in its field. */
function useDescribing({ driver, date, keep, onClose }: DescribedDayProps) {
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
  const saveAndGo = ({ currentTarget }: FormEvent<HTMLTextAreaElement>, where: Onwards) => {
    onwards.current = where
    currentTarget.form?.requestSubmit()
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
    if (isDirty) saveAndGo(event, 'stay')
    else close('stay')
  }
  return { ...form, field: { onKeyDown, onBlur, ref: focusAtEnd } }
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field || field === document.activeElement) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
