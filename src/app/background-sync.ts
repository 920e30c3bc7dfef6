import { outboxIfOpen, outboxSnapshot, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import { noteBackgroundSync } from '#src/offline/outbox/send/when-sent.ts'
import { openEntries } from '#src/offline/outbox/show/open-entries.ts'

/** Tells the worker once nothing is left that this page could send: until then it takes over if the page is closed. */
function tellWhenSent(worker: MessagePort): void {
  const tell = () => {
    const snapshot = outboxSnapshot()
    const isUnread = ['starting', 'stopped', 'broken'].includes(snapshot.state)
    if (isUnread || openEntries(snapshot).size > 0) return
    worker.postMessage('sent')
    stop()
  }
  const stop = subscribeOutbox(tell)
  tell()
}

/** Background Sync (Chromium only). TypeScript's library does not declare it. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void>; getTags(): Promise<readonly string[]> }
}

/**
 * Asks the browser to start the worker when the network returns, if changes wait: while there is no network, and when
 * the page is hidden, because a sleeping page does not notice the network. The worker tells an open page to send, and
 * sends itself if there is none.
 */
export function wakeToSend({ sync }: SyncRegistration): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'SEND_WAITING') return
    outboxIfOpen()?.sendNow()
    ports[0]?.postMessage('heard')
    if (ports[0]) tellWhenSent(ports[0])
  })
  const [allowed, refused] = [() => noteBackgroundSync(true), () => noteBackgroundSync(false)]
  // A private window refuses even this. What the user forbids is refused only when it is asked for.
  sync?.getTags().then(allowed, refused)
  const ask = () => {
    if (outboxSnapshot().waiting > 0) sync?.register('send-waiting').then(allowed, refused)
  }
  // Not only when the page is hidden: the battery may run out while it is visible.
  let asked = 0
  subscribeOutbox(() => {
    const { waiting } = outboxSnapshot()
    if (waiting > asked && !navigator.onLine) ask()
    asked = waiting
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') ask()
  })
  document.addEventListener('freeze', ask)
}
