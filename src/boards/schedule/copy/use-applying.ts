import { useState } from 'react'
import { oneAtATime } from '#src/form/frame/one-at-a-time.ts'
import { useIsMounted } from '#src/form/frame/use-is-mounted.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import type { ApplyEdit } from '../edits/use-edits.ts'
import { copiedWords } from './copy-words.ts'
import type { WeekCopyPlan } from './week-copy-plan.ts'

/**
 * Copies, one copy at a time, and closes the dialog. A failure is shown in the dialog, or as a toast if the dialog was
 * closed meanwhile. `applying` is the copy in progress.
 */
export function useApplying(apply: ApplyEdit, onClose: () => void) {
  const [applying, setApplying] = useState<WeekCopyPlan | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [once] = useState(oneAtATime)
  const isHere = useIsMounted()
  const copy = (copied: WeekCopyPlan) =>
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
