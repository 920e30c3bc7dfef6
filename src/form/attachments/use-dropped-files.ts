import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Marks fields that accept files. Files pasted elsewhere in a form go to the first such field. */
export const ACCEPTS_FILES = { 'data-takes-files': true } as const
const TAKERS = '[data-takes-files]'

const carriesFiles = (data: DataTransfer | null) => data?.types.includes('Files') === true

/**
 * Accepts files dropped onto a field and pictures pasted anywhere in its form. A file dropped elsewhere does not
 * replace the app. Returns whether files are being dragged over the field.
 */
export function useDroppedFiles(
  field: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const give = useEffectEvent(onFiles)
  useEffect(() => {
    const own = field.current
    if (!own) return
    const ended = new AbortController()
    const { signal } = ended
    const isHere = ({ target }: Event) => target instanceof Node && own.contains(target)
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      setIsOver(isHere(event))
    }
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      setIsOver(false)
      if (isHere(event)) give([...(event.dataTransfer?.files ?? [])])
    }
    const onPaste = (event: ClipboardEvent) => {
      const data = event.clipboardData
      // Office programs copy a picture in addition to text. Then the user means the text.
      if (!data || !carriesFiles(data) || data.types.includes('text/plain')) return
      const taker = event.target instanceof Element ? event.target.closest(TAKERS) : null
      if ((taker ?? pastedIn.querySelector(TAKERS)) !== own) return
      event.preventDefault()
      give([...data.files])
    }
    document.addEventListener('dragover', onDragOver, { signal })
    document.addEventListener('drop', onDrop, { signal })
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setIsOver(false), { signal })
    const pastedIn = own.closest<HTMLElement>('[role=dialog], form') ?? own
    pastedIn.addEventListener('paste', onPaste, { signal })
    return () => ended.abort()
  }, [field])
  return isOver
}
