import classes from './line-box.module.css'

interface LineBoxProps {
  /** "Leave out line 5". */
  readonly label: string
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean, box: HTMLElement) => void
}

/** A box to tick in a table of lines; fingers have the room around it, too. */
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
