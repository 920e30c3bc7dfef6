import { Button, NativeSelect, Textarea } from '@mantine/core'
import { DUTY_STATUSES, type DutyStatus } from '#contract/people/driver-choices.ts'
import { closeKept, sayDiscarded } from '#src/form/frame/draft-toasts.ts'
import { RestoredNote } from '#src/form/frame/restored-note.tsx'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import classes from './day-editor.module.css'
import { type DayFormInput, useDayForm, WHOLE_WEEK } from './use-day-form.ts'

interface DayEditorProps extends DayFormInput {
  readonly onCancel: () => void
}

/** The editor of a day's status, description and range, made for fingers: five large buttons, one field, Save. */
export function DayEditor({ onCancel, ...input }: DayEditorProps) {
  const form = useDayForm(input)
  const { values, change, save, clear, trouble, isRestored, meanwhile, startOver, keepDraft, count, tooLong } = form
  const startNew = async () => {
    const discarded = await startOver()
    if (discarded) sayDiscarded(discarded)
  }
  return (
    <form onSubmit={save} className={classes.editor} aria-label={`${input.driver.name}, ${dayWords(input.date)}`}>
      {isRestored && <RestoredNote what="day" onStartOver={() => void startNew()} />}
      {/* Empty at first: screen readers announce text that appears later. */}
      <p className={classes.meanwhile} role="status">
        {meanwhile}
      </p>
      <div className={classes.columns}>
        <StatusChoice value={values.status} onChange={(status) => change({ status })} />
        <div className={classes.fields}>
          <Description
            count={count}
            tooLong={tooLong}
            value={values.description}
            onChange={(text) => change({ description: text })}
          />
          <NativeSelect
            label="Status applies to"
            value={values.reach}
            onChange={(event) => change({ reach: event.currentTarget.value })}
            data={reaches(input.date, input.dates)}
          />
        </div>
      </div>
      {trouble && (
        <p role="alert" className={classes.trouble}>
          {trouble}
        </p>
      )}
      <div className={classes.buttons}>
        {clear && (
          <Button variant="subtle" color="red" className={classes.clear} onClick={() => void clear()}>
            Clear day
          </Button>
        )}
        <Button variant="default" onClick={() => closeKept(async () => [await keepDraft()], onCancel)}>
          Cancel
        </Button>
        <Button type="submit">Save</Button>
      </div>
    </form>
  )
}

interface DescriptionProps {
  readonly value: string
  readonly onChange: (text: string) => void
  /** The character counter; null while there is plenty of room. */
  readonly count: string | null
  /** The error of a text that is too long. */
  readonly tooLong: string | null
}

/** Accepts a text of any length: a text that is too long shows an error and is never cut off silently. */
function Description({ value, onChange, count, tooLong }: DescriptionProps) {
  return (
    <Textarea
      label="Description"
      autoComplete="off"
      rows={2}
      description={tooLong === null ? count : null}
      error={tooLong}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The choices for the range: this day, up to each later day on screen, the whole week. */
function reaches(date: IsoDay, dates: readonly IsoDay[]) {
  const later = dates.filter((one) => one > date)
  return [
    { value: date, label: 'This day' },
    ...later.map((one, index) => ({ value: one, label: `Through ${dayWords(one)} (${index + 2} days)` })),
    ...(dates.length > 1 ? [{ value: WHOLE_WEEK, label: 'The whole week on screen' }] : []),
  ]
}

interface StatusChoiceProps {
  readonly value: DutyStatus | null
  readonly onChange: (status: DutyStatus) => void
}

function StatusChoice({ value, onChange }: StatusChoiceProps) {
  return (
    <fieldset className={classes.statuses}>
      <legend className={classes.legend}>Status</legend>
      {DUTY_STATUSES.map((status, index) => (
        <label key={status.value} className={classes.status} data-color={status.color}>
          <input
            type="radio"
            name="status"
            value={status.value}
            checked={value === status.value}
            onChange={() => onChange(status.value)}
            data-autofocus={value === status.value || (value === null && index === 0) || undefined}
          />
          <span>{status.title}</span>
        </label>
      ))}
    </fieldset>
  )
}
