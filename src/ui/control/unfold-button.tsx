import { IconChevronDown } from '@tabler/icons-react'
import classes from './unfold-button.module.css'

interface UnfoldButtonProps {
  /** What there is to see, and of whom. */
  readonly name: string
  /** The id of what it opens and closes. */
  readonly controls: string
  readonly isExpanded: boolean
  /** Where it stands. */
  readonly className: string | undefined
  readonly onToggle: () => void
}

/** Opens and closes what there is to know beside what a list shows. */
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
