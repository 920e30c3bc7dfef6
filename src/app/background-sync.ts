import { outboxIfOpen, outboxSnapshot } from '#src/offline/outbox/outbox.ts'

/** Where the browser has Background Sync (Chromium); it is not in TypeScript's library. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/**
 * Asks the browser to wake the app when there is a network again, if changes wait when the page goes out of sight: a page
 * that sleeps hears of no network by itself. Sending stays the page's own business; the worker only tells it to.
 */
export function wakeToSend(registration: SyncRegistration): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'SEND_WAITING') return
    outboxIfOpen()?.sendNow()
    ports[0]?.postMessage('heard')
  })
  const ask = () => {
    if (outboxSnapshot().waiting === 0) return
    // Refused (a private window, a person's own setting): then what waits goes when the app is next looked at.
    registration.sync?.register('send-waiting').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') ask()
  })
  document.addEventListener('freeze', ask)
}
