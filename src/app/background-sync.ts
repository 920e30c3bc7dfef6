import { outboxIfOpen, outboxSnapshot } from '#src/offline/outbox/outbox.ts'

/** Background Sync (Chromium only). TypeScript's library does not declare it. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/**
 * Asks the browser to wake the app when the network returns, if changes wait when the page is hidden: a sleeping page
 * does not notice the network. The page still does the sending; the worker only tells it to.
 */
export function wakeToSend(registration: SyncRegistration): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'SEND_WAITING') return
    outboxIfOpen()?.sendNow()
    ports[0]?.postMessage('heard')
  })
  const ask = () => {
    if (outboxSnapshot().waiting === 0) return
    // The browser refused (private window, user setting): waiting changes are sent when the app is next opened.
    registration.sync?.register('send-waiting').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') ask()
  })
  document.addEventListener('freeze', ask)
}
