import { deviceNow } from '#src/browser/company-clock.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import type { StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { outboxSnapshot, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import { onUploadProgress, uploadProgressOf } from '#src/offline/outbox/send/upload-progress.ts'
import { openEntries } from '#src/offline/outbox/show/open-entries.ts'
import type { OutboxSnapshot } from '#src/offline/outbox/show/snapshot.ts'
import { observableValue } from '#src/session/observable-value.ts'
import { SendingRun, type SendingStatus } from './sending-run.ts'
import { sendingWords, spokenWords } from './sending-words.ts'

/** The status line as it is shown, and as it is read out. */
interface SendingLineWords {
  readonly is: SendingStatus['is']
  readonly words: string
  readonly spoken: string
}

const NONE: SendingLineWords = { is: 'nothing', words: '', spoken: '' }
const EVERY_MS = 1_000

const bytesSentOf = ({ id, sent = 0 }: StoredFile) => uploadProgressOf(id)?.sent ?? sent

/** The current status line. It is current only while `watchSending` runs. */
export const sendingLine = observableValue<SendingLineWords>(NONE)

/** Follows what this device sends. Returns the function that ends it. */
export function watchSending(): () => void {
  const run = new SendingRun(bytesSentOf)
  let timer: ReturnType<typeof setInterval> | undefined
  // Progress comes more often than another snapshot.
  let seen: { readonly snapshot: OutboxSnapshot; readonly open: ReadonlySet<number> } | undefined
  const openIn = (snapshot: OutboxSnapshot) => {
    if (snapshot !== seen?.snapshot) seen = { snapshot, open: openEntries(snapshot) }
    return seen.open
  }
  const look = () => {
    const snapshot = outboxSnapshot()
    const status = run.look({ ...snapshot, open: () => openIn(snapshot) }, isOnline(), deviceNow())
    const before = sendingLine.get()
    const words = sendingWords(status)
    const spoken = status.is === 'pausing' ? before.spoken : spokenWords(status)
    if (words !== before.words || spoken !== before.spoken) sendingLine.set({ is: status.is, words, spoken })
    // Time alone changes the line only now. Without a network, a device that waits for hours is left alone.
    const isCounting = words !== '' || snapshot.entries.some(({ state }) => state === 'sending')
    if (isCounting && timer === undefined) timer = setInterval(look, EVERY_MS)
    if (!isCounting) stopTimer()
  }
  const stopTimer = () => {
    clearInterval(timer)
    timer = undefined
  }
  const stops = [subscribeOutbox(look), onUploadProgress(look), stopTimer]
  look()
  return () => {
    for (const stop of stops) stop()
    sendingLine.set(NONE)
  }
}
