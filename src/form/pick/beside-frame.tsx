import '#src/ui/dialog/escape-alone.ts'
import { Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'
import { holdFocus } from '#src/ui/dialog/hold-focus.ts'
import { useEarlyEscape } from '#src/ui/dialog/use-early-escape.ts'
import { useFocusBack } from '#src/ui/dialog/use-focus-back.ts'
import classes from './beside-frame.module.css'

interface BesideFrameProps {
  readonly title: string
  /** What the frame stands beside where there is room for that; it takes a ref. Null: there is nothing of the kind. */
  readonly anchor: ReactElement | null
  /** Something is typed and not kept yet: a careless click beside the frame must not lose it, nor an update. */
  readonly isDirty: boolean
  /** Of the frame beside its anchor, in pixels. */
  readonly width?: number
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Fingers, or too little room for a frame beside a thing: a narrow window, a low one, or one that is zoomed in much. */
const NO_ROOM = '(pointer: coarse), (max-width: 40em), (max-height: 40em)'

/** What asks about the whole app, such as signing out, lies over it. */
const BELOW_DIALOGS = 190

/** What is said or asked about one thing: beside it, or from the lower edge where fingers or little room ask for that. */
export function BesideFrame({ title, anchor, isDirty, width = 320, onClose, children }: BesideFrameProps) {
  useFocusBack()
  useEarlyEscape(true, onClose)
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
  // As it was when opened: another frame would draw the form anew, while somebody types in it.
  const [isSheet] = useState(() => window.matchMedia(NO_ROOM).matches)
  if (isSheet || anchor === null) {
    return (
      <>
        {anchor}
        <Sheet title={title} isDirty={isDirty} onClose={onClose}>
          {children}
        </Sheet>
      </>
    )
  }
  return (
    <Popover
      opened
      onChange={(opened) => !opened && onClose()}
      width={width}
      zIndex={BELOW_DIALOGS}
      position="bottom-start"
      shadow="md"
      trapFocus
      withRoles={false}
      // Rather over its anchor than out of the window.
      middlewares={{ shift: { crossAxis: true } }}
      closeOnClickOutside={!isDirty}
      // The anchor may be pushed out of sight by a banner or a longer list: what is being typed stays where it is.
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{anchor}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={title} className={classes.beside} onFocusCapture={holdFocus}>
        <p className={classes.title}>{title}</p>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** A dialog of the browser's own: it traps the focus, closes on Escape and lies above everything. */
function Sheet({ title, isDirty, onClose, children }: Omit<BesideFrameProps, 'anchor' | 'width'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own; the click is one beside it
    <dialog
      ref={dialog}
      aria-label={title}
      className={classes.sheet}
      onClose={onClose}
      onClick={({ target }) => {
        if (target === dialog.current && !isDirty) onClose()
      }}
    >
      <div className={classes.sheetBody}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
