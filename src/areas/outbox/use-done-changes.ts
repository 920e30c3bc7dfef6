import { useEffect, useState } from 'react'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import type { DoneChange } from '#src/offline/outbox/settle/done.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'

/** While many are settled in a row the list is read again this often, in milliseconds. */
const AT_MOST_EVERY = 300

/**
 * What is over, newest first: read when the page opens and again whenever the outbox has changed.
 * @param entries the outbox as it stands; another list means that it has changed
 */
export function useDoneChanges(entries: readonly OutboxEntry[]): readonly DoneChange[] {
  const [done, setDone] = useState<readonly DoneChange[]>([])
  const [reader] = useState(() => repeatedly(async () => setDone((await outboxIfOpen()?.doneChanges()) ?? [])))
  useEffect(() => {
    reader.ask(entries)
  }, [reader, entries])
  useEffect(() => () => reader.stop(), [reader])
  return done
}

/** Does the work when asked: at once, but never twice at a time nor more often than every AT_MOST_EVERY. */
function repeatedly(work: () => Promise<void>) {
  let last: unknown = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let isBusy = false
  let isAsked = false
  const run = () => {
    timer = null
    isAsked = false
    isBusy = true
    work()
      .catch(toastFailure)
      .finally(() => {
        isBusy = false
        timer = setTimeout(() => (isAsked ? run() : clear()), AT_MOST_EVERY)
      })
  }
  const clear = () => {
    timer = null
  }
  return {
    ask(cause: unknown) {
      if (cause === last) return
      last = cause
      isAsked = true
      if (!isBusy && timer === null) run()
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      last = null
    },
  }
}
