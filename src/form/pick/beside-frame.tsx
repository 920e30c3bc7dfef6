import { Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'
import { keepFocus } from '#src/ui/dialog/hold-focus.ts'
import { useIsTopmost } from '#src/ui/dialog/layers.ts'
import { useEarlyEscape } from '#src/ui/dialog/use-early-escape.ts'
import { useFocusBack } from '#src/ui/dialog/use-focus-back.ts'
import classes from './beside-frame.module.css'

interface BesideFrameProps {
  readonly title: string
  /** The element next to which the frame opens if there is room. It must accept a ref. Null for none. */
  readonly anchor: ReactElement | null
  /** There is unsaved input: neither a click outside the frame nor an update may lose it. */
  readonly isDirty: boolean
  /** The width of the frame next to its anchor, in pixels. */
  readonly width?: number
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Touch, or too little room for a frame next to its anchor: a narrow, a low or a strongly zoomed window. */
const NO_ROOM = '(pointer: coarse), (max-width: 40em), (max-height: 40em)'

/** The z-index: dialogs about the whole app, such as the logout, are above the frame. */
const BELOW_DIALOGS = 190

/**
 * A small dialog about one element: next to it, or as a sheet at the lower edge on touch screens and in small windows.
 */
export function BesideFrame({ title, anchor, isDirty, width = 320, onClose, children }: BesideFrameProps) {
  useFocusBack()
  useEarlyEscape(true, onClose)
  useIsTopmost(onClose)
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
  // Decided when it opens: a switch would recreate the form while the user types in it.
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
      // It may cover its anchor rather than leave the window.
      middlewares={{ shift: { crossAxis: true } }}
      closeOnClickOutside={!isDirty}
      // A banner or a longer list may push the anchor out of view. The frame with its input stays visible.
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{anchor}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={title} className={classes.beside} onFocusCapture={keepFocus}>
        <p className={classes.title}>{title}</p>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The browser's own modal dialog: it traps the focus, closes on Escape and is above everything else. */
function Sheet({ title, isDirty, onClose, children }: Omit<BesideFrameProps, 'anchor' | 'width'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Escape itself; the click is one outside of it
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
