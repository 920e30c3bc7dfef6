import { type ReactNode, useState } from 'react'
import { toastDone } from '#src/ui/notice/toast.ts'
import classes from './word-button.module.css'

interface WordButtonProps {
  /** The accessible name: "Truck of Maria Lopez: 1042". */
  readonly name: string
  /** The reason why the choice is not available; null when it is. */
  readonly held?: string | null
  readonly children: ReactNode
  /** Renders the picker. `anchor` covers the button. */
  readonly opens: (anchor: React.ReactElement, close: () => void) => ReactNode
}

/** A clickable word that opens a picker. It takes no more room than its text. */
export function WordButton({ name, held = null, children, opens }: WordButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className={classes.place}>
      <button
        type="button"
        className={classes.button}
        aria-label={held === null ? name : `${name}. ${held}`}
        aria-haspopup="dialog"
        aria-disabled={held !== null || undefined}
        title={held ?? undefined}
        onClick={() => (held === null ? setIsOpen(true) : toastDone(held))}
      >
        {children}
      </button>
      {isOpen ? opens(<span className={classes.anchor} />, () => setIsOpen(false)) : null}
    </span>
  )
}
