import { useState } from 'react'
import { toastDone, toastFailure } from '#src/ui/toast.ts'

/** Ends something and says how that went; `isBusy` meanwhile. */
export function useEnding(end: () => Promise<void>, done: string) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async () => {
    setIsBusy(true)
    try {
      await end()
      toastDone(done)
    } catch (error) {
      toastFailure(error)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run: () => void run() }
}
