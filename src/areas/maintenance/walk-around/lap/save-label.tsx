import classes from './save-label.module.css'

interface SaveLabelProps {
  readonly title: string
  /** What is not checked yet: "3 points not checked". Empty for nothing. */
  readonly missing: string
}

/** The label of the save button: it says before the tap what a save would be refused for. */
export function SaveLabel({ title, missing }: SaveLabelProps) {
  return (
    <span>
      {title}
      {missing === '' ? null : (
        <>
          {/* Two sentences to a screen reader: the missing points are not what is approved. */}
          <span className="visually-hidden">.</span> <span className={classes.missing}>{missing}</span>
        </>
      )}
    </span>
  )
}
