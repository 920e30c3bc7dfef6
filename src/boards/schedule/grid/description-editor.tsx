import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ScheduleDriver } from '#contract/boards/schedule.ts'
import { fullName } from '#contract/wire/people.ts'
import type { SaveRows } from '#src/areas/schedule/day/day-edit.ts'
import { useDayForm } from '#src/areas/schedule/day/use-day-form.ts'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'
import { dayOn } from '../schedule-items.ts'
import classes from './description-editor.module.css'
import { LAST_COLUMN } from './grid-cursor.ts'
import lines from './schedule-lines.module.css'

/**
 * Where the cursor goes next: a row down, a day right or left, or nowhere. `elsewhere`: the user has moved it already.
 */
export type CursorStep = 'down' | 'right' | 'left' | 'stay' | 'elsewhere'

interface DescriptionEditorProps {
  readonly driver: ScheduleDriver
  readonly date: IsoDay
  /** Top of the cell's line, in pixels, and the cell's column, 0 for the first day. */
  readonly top: number
  readonly column: number
  /** The driver is not in the list anymore: a colleague's change took the driver out of the filter. */
  readonly hasLeft: boolean
  readonly keep: SaveRows
  readonly onClose: (nextStep: CursorStep) => void
  /**
   * Continues in the day's dialog: the day needs a status too, or a draft was restored. `typed` is the description so
   * far.
   */
  readonly onOpen: (typed?: string) => void
}

/**
 * Edits a day's description in its cell, as in a spreadsheet: Enter and Tab save and move on, Escape discards. A
 * colleague's change to the day meanwhile is reported next to the field and does not touch the typed text.
 */
export function DescriptionEditor(props: DescriptionEditorProps) {
  const { driver, date, top, column, hasLeft } = props
  const { values, change, save, tooLong, trouble, meanwhile, count, field } = useDescriptionForm(props)
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

const HAS_LEFT = 'Another user has changed this day, and it is no longer in this list. What you write is still saved.'

/** The day's form, and the field's handlers for keys and for losing the focus. */
function useDescriptionForm({ driver, date, keep, onClose, onOpen }: DescriptionEditorProps) {
  const nextStep = useRef<CursorStep>('stay')
  const isClosed = useRef(false)
  const [isDirty, setIsDirty] = useState(false)
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
  const close = (where: CursorStep) => {
    isClosed.current = true
    onClose(where)
  }
  const form = useDayForm({
    driver: { id: driver.id, name: fullName(driver.user) },
    date,
    dates: [date],
    dayOn: (one) => dayOn(driver, one),
    keep,
    onSaved: () => close(nextStep.current),
    onDirty: setIsDirty,
  })
  const { isRestored } = form
  const restored = useEffectEvent(() => onOpen())
  useEffect(() => {
    if (isRestored) restored()
  }, [isRestored])
  const saveAndGo = ({ currentTarget }: FormEvent<HTMLTextAreaElement>, where: CursorStep) => {
    nextStep.current = where
    if (form.values.status !== null) return currentTarget.form?.requestSubmit()
    // Nothing is planned yet: the typed text moves to the day's dialog, which asks for the status.
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
    // The user switched to another window: the field stays open.
    if (isClosed.current || !document.hasFocus()) return
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
