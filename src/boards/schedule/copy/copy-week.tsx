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

/** Dialog that copies the days of one week to another, after a preview of the changes. */
export function CopyWeek(input: CopyWeekInput) {
  const { plan, copy, applying, trouble, isDirty, ...choosing } = useCopyWeek(input)
  const { settings, from, to, screen } = choosing
  const why = settings.from === settings.to ? 'Choose two different weeks.' : plan && whyNothing(plan)
  const id = useId()
  const button = useFocusAfter(applying !== null)
  return (
    <Dialog title="Copy week" size="xl" isDirty={isDirty || applying !== null} onClose={input.onClose}>
      {/* Gets the focus first: screen readers read the whole content, and Tab moves on to the weeks. */}
      <div className={classes.frame} tabIndex={-1} data-autofocus>
        <CopyChoices {...choosing} choice={input.choice} />
        <CopyPreview weeks={[from, to, screen]} plan={plan} />
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
          disabled={plan === null || why !== null}
          loading={applying !== null}
          aria-describedby={id}
          onClick={() => plan && void copy(plan)}
        >
          {copyWords(plan)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
