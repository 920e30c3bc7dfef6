import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { sizeWords } from '#src/format/numbers.ts'
import { makeRoom, sizeToRead } from '#src/offline/space/make-room.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import type { Frame } from './use-form-frame.ts'

const BUTTON = { variant: 'default', size: 'md', px: 'xs', fullWidth: true } as const

/** The ways out of a full disk: saving again without what is stored only to read, or without the form's files. */
export function WaysOut({ frame: { submit, canLeaveFiles, isSubmitting } }: { readonly frame: Frame }): ReactNode {
  const [size, setSize] = useState(0)
  const [isDropping, setIsDropping] = useState(false)
  useEffect(() => {
    let isOver = false
    sizeToRead().then((bytes) => isOver || setSize(bytes), toastFailure)
    return () => {
      isOver = true
    }
  }, [])
  const drop = async () => {
    setIsDropping(true)
    try {
      await makeRoom('all')
    } finally {
      setIsDropping(false)
    }
    setSize(0)
    await submit()
  }
  return (
    <>
      {size === 0 ? null : (
        <Button {...BUTTON} loading={isDropping || isSubmitting} onClick={() => void drop().catch(toastFailure)}>
          Make room: drop saved lists, {sizeWords(size)}
        </Button>
      )}
      {canLeaveFiles?.() ? (
        <Button {...BUTTON} disabled={isDropping || isSubmitting} onClick={() => void submit({ isWithoutFiles: true })}>
          Save without photos
        </Button>
      ) : null}
    </>
  )
}
