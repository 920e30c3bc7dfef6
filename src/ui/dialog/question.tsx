import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import classes from './question.module.css'

interface QuestionProps {
  readonly title: string
  /** The question and its consequences. */
  readonly children: ReactNode
  /** The label of the confirming button. */
  readonly confirm?: string
  readonly isDanger?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before an action. */
export function Question({
  title,
  children,
  confirm = 'Confirm',
  isDanger = false,
  onConfirm,
  onClose,
}: QuestionProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={classes.words}>{children}</div>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          {...(isDanger ? { color: 'red.9' } : {})}
          onClick={() => {
            onConfirm()
            onClose()
          }}
        >
          {confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
