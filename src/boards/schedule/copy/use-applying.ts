import { useState } from 'react'
import { oneAtATime } from '#src/form/frame/one-at-a-time.ts'
import { useIsHere } from '#src/form/frame/use-is-here.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import type { ApplyEdit } from '../edits/use-edits.ts'
import type { CopiedWeek } from './copied-week.ts'
import { copiedWords } from './copy-words.ts'

/**
 * Copies, once at a time, and closes the dialog; why that failed is said in it, or beside the page where it was left
 * meanwhile. `applying`: what is being copied just now.
 */
export function useApplying(apply: ApplyEdit, onClose: () => void) {
  const [applying, setApplying] = useState<CopiedWeek | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [once] = useState(oneAtATime)
  const isHere = useIsHere()
  const copy = (copied: CopiedWeek) =>
    once(async () => {
      setTrouble(null)
      setApplying(copied)
      try {
        await apply(copied.edits, copiedWords(copied))
        if (isHere()) onClose()
      } catch (error) {
        if (isHere()) setTrouble(error instanceof Error ? error.message : String(error))
        else toastFailure(error)
      } finally {
        setApplying(null)
      }
    })
  return { applying, trouble, copy, forget: () => setTrouble(null) }
}
