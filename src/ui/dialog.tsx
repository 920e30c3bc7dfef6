import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

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
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={!isDirty}
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
    >
      {children}
    </Modal>
  )
}

/** Whatever had the focus before has it again; if that has left the page, the page itself. */
function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else document.querySelector('main')?.focus()
    }
  }, [])
}
