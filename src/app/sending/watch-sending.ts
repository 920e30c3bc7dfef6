import { deviceNow } from '#src/browser/company-clock.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { outboxSnapshot, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import { blockedBy } from '#src/offline/outbox/send/blocked-entries.ts'
import { onUploadProgress, uploadProgressOf } from '#src/offline/outbox/send/upload-progress.ts'
import { dependenciesOf } from '#src/offline/outbox/show/entry-readings.ts'
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

/** The entries that are being sent or can be sent next, by sequence number. */
function openEntries({ entries, held, state }: OutboxSnapshot): ReadonlySet<number> {
  const upTo = held?.upTo ?? 0
  const blocked = blockedBy(entries, dependenciesOf, upTo)
  const isOpen = (entry: OutboxEntry) =>
    entry.state === 'sending' ||
    (entry.state === 'waiting' && state !== 'sign_in' && entry.seq > upTo && !blocked.has(entry.seq))
  return new Set(entries.filter(isOpen).map(({ seq }) => seq))
}

/** The current status line. It is current only while `watchSending` runs. */
export const sendingLine = observableValue<SendingLineWords>(NONE)

/** Follows what this device sends. Returns the function that ends it. */
export function watchSending(): () => void {
  const run = new SendingRun(bytesSentOf)
  let timer: ReturnType<typeof setInterval> | undefined
  // Progress comes more often than another snapshot.
  let seen: { readonly snapshot: OutboxSnapshot; readonly open: ReadonlySet<number> } | undefined
  const look = () => {
    const snapshot = outboxSnapshot()
    if (snapshot !== seen?.snapshot) seen = { snapshot, open: openEntries(snapshot) }
    const status = run.look({ ...snapshot, open: seen.open }, isOnline(), deviceNow())
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
