import { IconChevronDown } from '@tabler/icons-react'
import classes from './unfold-button.module.css'

interface UnfoldButtonProps {
  /** The accessible name: what the button shows, and for which record. */
  readonly name: string
  /** The id of the element that the button expands. */
  readonly controls: string
  readonly isExpanded: boolean
  /** A class that positions the button. */
  readonly className: string | undefined
  readonly onToggle: () => void
}

/** Expands and collapses the details of a row. */
export function UnfoldButton({ name, controls, isExpanded, className, onToggle }: UnfoldButtonProps) {
  return (
    <button
      type="button"
      className={`${classes.toggle} ${className}`}
      aria-expanded={isExpanded}
      aria-controls={controls}
      aria-label={name}
      onClick={onToggle}
    >
      <IconChevronDown size={20} stroke={1.75} aria-hidden />
    </button>
  )
}
