import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type InputMethod, inputMethodOf } from './edits/input-method.ts'
import type { Edits } from './edits/use-edits.ts'
import classes from './schedule-toolbar.module.css'

/** Undo and redo buttons for the user's changes to the schedule since the page was opened. */
export function EditActions({ edits }: { readonly edits: Edits }) {
  return (
    <div className={classes.choices}>
      <Act label="Undo" keys="Ctrl+Z" isOff={!edits.canUndo} onAct={edits.undo}>
        <IconArrowBackUp size={18} aria-hidden />
      </Act>
      <Act label="Redo" keys="Ctrl+Shift+Z" isOff={!edits.canRedo} onAct={edits.redo}>
        <IconArrowForwardUp size={18} aria-hidden />
      </Act>
    </div>
  )
}

interface ActProps {
  readonly label: string
  readonly keys: string
  /** Nothing to undo or redo. The button stays focusable, so that a keyboard user does not lose the focus. */
  readonly isOff: boolean
  readonly onAct: (method: InputMethod) => void
  readonly children: ReactNode
}

function Act({ label, keys, isOff, onAct, children }: ActProps) {
  return (
    <ActionIcon
      variant="default"
      size={34}
      aria-label={label}
      title={`${label} (${keys})`}
      aria-disabled={isOff}
      {...(isOff && { 'data-disabled': true })}
      onClick={(event) => {
        if (!isOff) onAct(inputMethodOf(event))
      }}
    >
      {children}
    </ActionIcon>
  )
}
