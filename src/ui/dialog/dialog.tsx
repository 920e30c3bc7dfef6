import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { keepFocus } from './hold-focus.ts'
import { useIsTopmost } from './layers.ts'
import { useNoTapThrough } from './no-tap-through.ts'
import { useFocusBack } from './use-focus-back.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** The user typed something: a click outside does not close the dialog. */
  readonly isDirty?: boolean
  /** Fills the screen of a phone. */
  readonly isFullOnPhones?: boolean
  readonly children: ReactNode
}

/** A dialog that is open while it is rendered. It traps the focus and returns it when it closes. */
export function Dialog({
  title,
  onClose,
  size = 'md',
  isDirty = false,
  isFullOnPhones = false,
  children,
}: DialogProps) {
  useFocusBack()
  useNoTapThrough()
  const isTopmost = useIsTopmost(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={!isDirty}
      closeOnEscape={isTopmost}
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
      onFocusCapture={keepFocus}
      {...(isFullOnPhones && { classNames: { inner: classes.inner, content: classes.full } })}
    >
      {children}
    </Modal>
  )
}
