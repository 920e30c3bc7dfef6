import { useEffect, useState } from 'react'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import type { EndedChange } from '#src/offline/outbox/settle/ended-changes.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'

/** Milliseconds between two reads of the list while many changes settle in a row. */
const AT_MOST_EVERY = 300

/**
 * The finished changes, the newest first. They are read when the page opens and whenever the outbox changes: `entries`
 * is then another array.
 */
export function useEndedChanges(entries: readonly OutboxEntry[]): readonly EndedChange[] {
  const [done, setDone] = useState<readonly EndedChange[]>([])
  const [reader] = useState(() => repeatedly(async () => setDone((await outboxIfOpen()?.endedChanges()) ?? [])))
  useEffect(() => {
    reader.ask(entries)
  }, [reader, entries])
  useEffect(() => () => reader.stop(), [reader])
  return done
}

/** Runs the work on each call: immediately, but never twice at the same time and at most once per `AT_MOST_EVERY`. */
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
