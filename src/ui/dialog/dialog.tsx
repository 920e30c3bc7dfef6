import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { holdFocus } from './hold-focus.ts'
import { useIsTopmost } from './layers.ts'
import { useFocusBack } from './use-focus-back.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Something was typed: a click beside it does not close it. */
  readonly isDirty?: boolean
  readonly children: ReactNode
}

/** A dialog that is open for as long as it is rendered: the focus is kept in it, and goes back to where it was. */
export function Dialog({ title, onClose, size = 'md', isDirty = false, children }: DialogProps) {
  useFocusBack()
  const isTopmost = useIsTopmost()
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
      onFocusCapture={holdFocus}
    >
      {children}
    </Modal>
  )
}
