import classes from './line-box.module.css'

interface LineBoxProps {
  /** The accessible name: "Leave out line 5". */
  readonly label: string
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean, box: HTMLElement) => void
}

/** A checkbox in a table of lines, with a touch target around it. */
export function LineBox({ label, isTicked, onTick }: LineBoxProps) {
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={label}
        title={label}
        checked={isTicked}
        onChange={({ currentTarget }) => onTick(currentTarget.checked, currentTarget)}
      />
    </label>
  )
}
