/**
 * How long an event takes at most, in milliseconds, from its arrival on. Chromium ends a `sync` event after three
 * minutes.
 */
const MAX_MS = 150_000

/** The function that the sender's script defines. The script is built from the app: `src/app/sender.ts`. */
export type SendWithoutPage = (time: {
  readonly maxMs: number
  readonly signal: AbortSignal
}) => Promise<'done' | 'left'>

/**
 * Sends waiting changes without a page. `load` runs the sender's script and returns its function. `now`: the time in
 * milliseconds, from any moment on.
 */
export function createSender(load: () => SendWithoutPage | undefined, now = () => performance.now()) {
  let stopping = new AbortController()
  let sending: Promise<void> | null = null

  async function sendOnce(sentByPages: () => Promise<boolean>): Promise<void> {
    const { signal } = stopping
    const began = now()
    if (await sentByPages()) return
    if (signal.aborted) throw new Error('another version takes over')
    const sendWithoutPage = load()
    if (sendWithoutPage === undefined) throw new Error('the script that sends is missing')
    const result = await sendWithoutPage({ maxMs: MAX_MS - (now() - began), signal })
    if (result === 'left') throw new Error('not everything could be sent now')
  }

  return {
    /**
     * Rejects when changes are left that can be sent later, so that the browser tries again. Events at the same time
     * share the sending. `sentByPages`: whether open pages have sent everything.
     */
    send(sentByPages: () => Promise<boolean>): Promise<void> {
      sending ??= sendOnce(sentByPages).finally(() => {
        sending = null
      })
      return sending
    },
    /** Ends sending: what is in flight is sent again later. */
    stop(): void {
      stopping.abort()
      stopping = new AbortController()
    },
  }
}
