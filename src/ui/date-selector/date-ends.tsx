import { TextInput } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import type { Bounds } from './calendar-grid.ts'
import {
  type DateEntry,
  type End,
  isBeingTyped,
  problemAt,
  textOf,
  withFieldLeft,
  withTypedText,
} from './date-entry.ts'
import classes from './date-selector.module.css'
import { describeChoice, firstInstruction } from './describe-choice.ts'
import { hasTwoDays } from './range-choice.ts'

interface DateEndsProps {
  readonly entry: DateEntry
  readonly isRange: boolean
  /** See `describeChoice`. */
  readonly isEndOptional: boolean
  readonly bounds: Bounds
  /** The text while nothing is chosen; empty for an instruction. */
  readonly placeholder: string
  readonly onChange: (change: (entry: DateEntry) => DateEntry) => void
}

/**
 * The choice: the fields From and To for a range of two days, otherwise a sentence. Its height is constant, so nothing
 * moves.
 */
export function DateEnds({ entry, isRange, isEndOptional, bounds, placeholder, onChange }: DateEndsProps) {
  // Keeps the fields while one of them has the focus, even if the user types the same day twice.
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
          {/* There is room for one message only. */}
          <TypedEnd end="endDate" label="To" error={from && to ? true : to?.message} {...endProps} />
        </>
      ) : (
        <output className={classes.words}>
          {describeChoice(entry, { isRange, isEndOptional }) || placeholder || firstInstruction(isRange)}
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
      onChange={({ currentTarget: { value } }) => onChange((now) => withTypedText(now, end, value, bounds))}
      onBlur={() => onChange((now) => withFieldLeft(now, end, bounds))}
    />
  )
}
