import type { StatusColor } from '#src/ui/status/status-badge.tsx'
import classes from './mark-choice.module.css'

/** One of a few that stand side by side. */
export interface Mark<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly color: StatusColor
}

interface MarkChoiceProps<Value extends string> {
  /** What is chosen by it. */
  readonly label: string
  /** Of this choice alone on the page. */
  readonly name: string
  readonly marks: readonly Mark<Value>[]
  readonly value: Value | null
  readonly onChoose: (value: Value) => void
}

/** One of two or three, large enough for a thumb; by the arrow keys as by taps. */
export function MarkChoice<Value extends string>({ label, name, marks, value, onChoose }: MarkChoiceProps<Value>) {
  return (
    <div role="radiogroup" aria-label={label} className={classes.marks}>
      {marks.map((mark) => (
        <label key={mark.value} className={classes.mark} data-color={mark.color}>
          <input type="radio" name={name} checked={value === mark.value} onChange={() => onChoose(mark.value)} />
          <span>{mark.title}</span>
        </label>
      ))}
    </div>
  )
}
