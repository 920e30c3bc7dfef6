import { TextInput } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import type { Bounds } from './calendar-grid.ts'
import { choiceWords, firstStep } from './choice-words.ts'
import { type DateEntry, type End, isBeingTyped, left, problemAt, textOf, typed } from './date-entry.ts'
import classes from './date-selector.module.css'
import { hasTwoDays } from './range-choice.ts'

interface DateEndsProps {
  readonly entry: DateEntry
  readonly isRange: boolean
  /** See `choiceWords`. */
  readonly isEndOptional: boolean
  readonly bounds: Bounds
  /** What is said while nothing is chosen; empty for a word of what to do. */
  readonly placeholder: string
  readonly onChange: (change: (entry: DateEntry) => DateEntry) => void
}

/** What is chosen: of a range From and To, to be typed over; else in words. It is always as high, so nothing moves. */
export function DateEnds({ entry, isRange, isEndOptional, bounds, placeholder, onChange }: DateEndsProps) {
  // Somebody who types the same day twice keeps the input they are in.
  const [isTyping, setIsTyping] = useState(false)
  const from = problemAt(entry, 'startDate', bounds)
  const to = problemAt(entry, 'endDate', bounds)
  const endProps = { entry, bounds, onChange }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div
      role="group"
      aria-label={isRange ? 'Chosen days' : 'Chosen day'}
      className={classes.ends}
      data-range={isRange || undefined}
      onFocus={() => setIsTyping(true)}
      onBlur={(event: FocusEvent) => setIsTyping(event.currentTarget.contains(event.relatedTarget))}
    >
      {isRange && (isTyping || isBeingTyped(entry) || hasTwoDays(entry.choice)) ? (
        <>
          <TypedEnd end="startDate" label="From" error={from?.message} {...endProps} />
          {/* There is room for one of them in words. */}
          <TypedEnd end="endDate" label="To" error={from && to ? true : to?.message} {...endProps} />
        </>
      ) : (
        <output className={classes.words}>
          {choiceWords(entry, { isRange, isEndOptional }) || placeholder || firstStep(isRange)}
        </output>
      )}
    </div>
  )
}

interface TypedEndProps extends Pick<DateEndsProps, 'entry' | 'bounds' | 'onChange'> {
  readonly end: End
  readonly label: string
  readonly error: string | true | undefined
}

function TypedEnd({ end, label, error, entry, bounds, onChange }: TypedEndProps) {
  return (
    <TextInput
      label={label}
      placeholder="yyyy-MM-dd"
      autoComplete="off"
      error={error}
      errorProps={{ role: 'alert' }}
      classNames={{ root: classes.end, wrapper: classes.input, error: classes.problem }}
      value={textOf(entry, end)}
      onChange={({ currentTarget: { value } }) => onChange((now) => typed(now, end, value, bounds))}
      onBlur={() => onChange((now) => left(now, end, bounds))}
    />
  )
}
