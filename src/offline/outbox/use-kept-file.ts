import { useEffect, useState } from 'react'
import { keptFileIdOf } from './kept-file-url.ts'
import { keptFile } from './outbox.ts'

/**
 * An address that the browser can show: of a file that waits on this device one of its own bytes, null until they are
 * read or when they are gone; every other address as it is.
 */
export function useKeptFile(url: string | null): string | null {
  const id = keptFileIdOf(url)
  const [shown, setShown] = useState<{ readonly id: string; readonly url: string } | null>(null)
  useEffect(() => {
    if (id === null) return
    let made: string | null = null
    let isOver = false
    const show = (bytes: Blob | null) => {
      if (!bytes || isOver) return
      made = URL.createObjectURL(bytes)
      setShown({ id, url: made })
    }
    // A disk that does not let us look: the picture is not shown then, as where there is none.
    keptFile(id).then(show, () => undefined)
    return () => {
      isOver = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id])
  if (id === null) return url
  return shown?.id === id ? shown.url : null
}
