import { useEffect, useState } from 'react'

/** A blob URL of a file, valid while the component is mounted. */
export function useObjectUrl(file: File | null): string | null {
  const [made, setMade] = useState<{ readonly file: File; readonly url: string } | null>(null)
  useEffect(() => {
    if (file === null) return
    const url = URL.createObjectURL(file)
    setMade({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return made !== null && made.file === file ? made.url : null
}
