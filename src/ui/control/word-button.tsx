import { type ReactNode, Suspense, useState } from 'react'
import { toastDone } from '#src/ui/notice/toast.ts'
import classes from './word-button.module.css'

interface WordButtonProps {
  /** What it is, for screen readers: "Truck of Maria Lopez: 1042". */
  readonly name: string
  /** Why nothing can be chosen here just now; null when it can. */
  readonly held?: string | null
  readonly children: ReactNode
  /** What opens beside it; `anchor` lies over the button. */
  readonly opens: (anchor: React.ReactElement, close: () => void) => ReactNode
}

/** A word that can be pressed to choose another: it takes no more room than the word. */
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
      {isOpen ? <Suspense>{opens(<span className={classes.anchor} />, () => setIsOpen(false))}</Suspense> : null}
    </span>
  )
}
