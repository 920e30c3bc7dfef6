import type { StatusColor } from '#src/ui/status/status-badge.tsx'
import classes from './mark-choice.module.css'

/** One option of a mark choice. */
export interface Mark<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly color: StatusColor
}

interface MarkChoiceProps<Value extends string> {
  /** The accessible name of the choice. */
  readonly label: string
  /** The radio group name, unique on the page. */
  readonly name: string
  readonly marks: readonly Mark<Value>[]
  readonly value: Value | null
  readonly onChoose: (value: Value) => void
  /** Takes the focus when it appears. */
  readonly isFirst?: boolean
  /** A mark is missing. A refused save moves the focus to the first such choice. */
  readonly isMissing?: boolean
}

/** A choice of two or three side-by-side options, large enough for a thumb. Operated by arrow keys or taps. */
export function MarkChoice<Value extends string>({
  label,
  name,
  marks,
  value,
  onChoose,
  isFirst = false,
  isMissing = false,
}: MarkChoiceProps<Value>) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes.marks}
      {...(isMissing && { 'aria-invalid': true, tabIndex: -1 })}
    >
      {marks.map((mark, at) => (
        <label key={mark.value} className={classes.mark} data-color={mark.color} data-mark={mark.value}>
          <input
            type="radio"
            name={name}
            checked={value === mark.value}
            data-autofocus={(isFirst && (value === null ? at === 0 : value === mark.value)) || undefined}
            onChange={() => onChoose(mark.value)}
          />
          <span>{mark.title}</span>
        </label>
      ))}
    </div>
  )
}
