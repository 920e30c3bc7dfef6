import { Button } from '@mantine/core'
import { useId } from 'react'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { DialogButtons } from '#src/ui/dialog/dialog-buttons.tsx'
import { Notice } from '#src/ui/notice/notice.tsx'
import { CopyChoices } from './copy-choices.tsx'
import { CopyPreview } from './copy-preview.tsx'
import classes from './copy-week.module.css'
import { applyingWords, copyWords, whyNothing } from './copy-words.ts'
import { type CopyWeekInput, useCopyWeek } from './use-copy-week.ts'
import { useFocusAfter } from './use-focus-after.ts'

/** Copies the days of one week to another, once the person has seen what that changes. */
export function CopyWeek(input: CopyWeekInput) {
  const { copied, copy, applying, trouble, isDirty, ...choosing } = useCopyWeek(input)
  const { asked, from, to, screen } = choosing
  const why = asked.from === asked.to ? 'Choose two different weeks.' : copied && whyNothing(copied)
  const id = useId()
  const button = useFocusAfter(applying !== null)
  return (
    <Dialog title="Copy week" size="xl" isDirty={isDirty || applying !== null} onClose={input.onClose}>
      {/* Where the focus goes first: all of it is read, and Tab leads on to the weeks. */}
      <div className={classes.frame} tabIndex={-1} data-autofocus>
        <CopyChoices {...choosing} choice={input.choice} />
        <CopyPreview weeks={[from, to, screen]} copied={copied} />
        {trouble && <Notice tone="trouble">{trouble}</Notice>}
        <p id={id} className={classes.why} role="status">
          {applying ? applyingWords(applying) : why}
        </p>
      </div>
      <DialogButtons>
        <Button variant="default" onClick={input.onClose}>
          Cancel
        </Button>
        <Button
          ref={button}
          disabled={copied === null || why !== null}
          loading={applying !== null}
          aria-describedby={id}
          onClick={() => copied && void copy(copied)}
        >
          {copyWords(copied)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
