import { useState } from 'react'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'

/** Runs an action on the server and shows its result. `isBusy` while it runs. */
export function useAct(act: () => Promise<void>, done: string) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async () => {
    setIsBusy(true)
    try {
      await act()
      toastDone(done)
    } catch (error) {
      toastFailure(error)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run: () => void run() }
}
