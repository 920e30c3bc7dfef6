import { useState } from 'react'
import classes from '#src/app/layout/navigation-bar.module.css'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { ReadyIcon } from './ready-icon.tsx'
import { readyWords } from './ready-words.ts'
import { useReadiness } from './use-readiness.ts'

const ReadyDialog = lazyPart(() => import('./ready-dialog.tsx').then((module) => module.ReadyDialog))

/** The mark in the bar that tells whether this device can be taken to a place without a network, and what is missing. */
export function ReadyMark() {
  const readiness = useReadiness()
  const [isOpen, setIsOpen] = useState(false)
  const words = readyWords(readiness)
  return (
    <>
      <button
        type="button"
        className={classes.action}
        data-ready={readiness.state}
        aria-label={words}
        title={words}
        onClick={() => setIsOpen(true)}
      >
        <ReadyIcon state={readiness.state} />
      </button>
      {isOpen ? <ReadyDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
