import { useEffect, useState } from 'react'
import { storedFileIdOf } from '#src/offline/outbox/save/stored-file-url.ts'
import type { ShownPhoto } from '../acts.ts'
import { outboxIfOpen } from '../outbox.ts'

/** A file as an address that the browser can show. */
export interface ShownFile {
  /** Null while loading, and when the file is gone. */
  readonly url: string | null
  /** The file waited on this device and is no longer there. */
  readonly isGone: boolean
  /** Only the small version of a photo, which the server has by now, is on this device. */
  readonly isSmall?: boolean | undefined
}

/** The address to show: an object URL for a file that waits on this device, any other address unchanged. */
export function useShownFile(url: string | null): ShownFile {
  const id = storedFileIdOf(url)
  const [shown, setShown] = useState<ShownFile & { readonly id: string }>({ id: '', url: null, isGone: false })
  useEffect(() => {
    if (id === null) return
    let objectUrl: string | null = null
    let isUnmounted = false
    const show = (photo?: ShownPhoto) => {
      if (isUnmounted) return
      objectUrl = photo ? URL.createObjectURL(photo.bytes) : null
      setShown({ id, url: objectUrl, isGone: objectUrl === null, isSmall: photo?.isSmall })
    }
    // When the disk can't be read, nothing is shown, as for a missing file.
    readStoredFile(id).then(show, () => show())
    return () => {
      isUnmounted = true
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl)
    }
  }, [id])
  if (id === null) return { url, isGone: false }
  return shown.id === id ? shown : { url: null, isGone: false }
}

const readStoredFile = async (id: string) => outboxIfOpen()?.photo(id)

/** Only the address; null when there is nothing to show. */
export const useStoredFile = (url: string | null): string | null => useShownFile(url).url
