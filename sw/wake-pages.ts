/** How long an open page may take to confirm the message, in milliseconds. */
const PATIENCE = 10_000
/** How long a page that has confirmed it may take to send everything, in milliseconds. It may be closed meanwhile. */
const PATIENCE_WITH_SENDER = 60_000

/** An open page of the app. */
export interface OpenPage {
  postMessage(message: unknown, transfer: Transferable[]): void
}

/** What a page answers: it is awake, and later that nothing is left that it could send. */
export type PageAnswer = 'heard' | 'sent'

/**
 * Tells the open pages to send their outbox, when the browser reports a network while entries wait. An open page can
 * also show what it sends. Resolves to whether a page has sent everything. False when no page is open, none confirms
 * (it is frozen), or none is done in time: the browser may have closed it.
 */
export async function wakePages(
  pages: readonly OpenPage[],
  after: (milliseconds: number) => Promise<void>,
): Promise<boolean> {
  if (pages.length === 0) return false
  const heard = Promise.withResolvers<'heard'>()
  const sent = Promise.withResolvers<'sent'>()
  const ports = pages.map((page) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<PageAnswer>) => {
      if (data === 'sent') sent.resolve(data)
      else heard.resolve('heard')
    }
    page.postMessage({ type: 'SEND_WAITING' }, [port2])
    return port1
  })
  const answered = await Promise.race([heard.promise, sent.promise, after(PATIENCE)])
  const last = answered === undefined ? undefined : await Promise.race([sent.promise, after(PATIENCE_WITH_SENDER)])
  for (const port of ports) port.close()
  return last === 'sent'
}
