import { useEffect, useState } from 'react'
import { storedFileIdOf } from '#src/offline/outbox/save/stored-file-url.ts'
import { outboxIfOpen } from '../outbox.ts'

/** What a browser can show of a file. */
export interface ShownFile {
  /** Null until it is known, and of what is gone. */
  readonly url: string | null
  /** It waited on this device, and does no more. */
  readonly isGone: boolean
}

/** An address that the browser can show: of a file that waits on this device one of its own bytes, every other as it is. */
export function useShownFile(url: string | null): ShownFile {
  const id = storedFileIdOf(url)
  const [shown, setShown] = useState<ShownFile & { readonly id: string }>({ id: '', url: null, isGone: false })
  useEffect(() => {
    if (id === null) return
    let made: string | null = null
    let isOver = false
    const show = (bytes?: Blob) => {
      if (isOver) return
      made = bytes ? URL.createObjectURL(bytes) : null
      setShown({ id, url: made, isGone: made === null })
    }
    // A disk that does not let us look: the picture is not shown then, as where there is none.
    readKept(id).then(show, () => show())
    return () => {
      isOver = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id])
  if (id === null) return { url, isGone: false }
  return shown.id === id ? shown : { url: null, isGone: false }
}

const readKept = async (id: string) => outboxIfOpen()?.file(id)

/** The address alone; null too where there is nothing to show. */
export const useStoredFile = (url: string | null): string | null => useShownFile(url).url
