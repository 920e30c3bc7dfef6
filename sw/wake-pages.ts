/** How long an open page may take to confirm the message, in milliseconds. */
const PATIENCE = 10_000

/** An open page of the app. */
export interface OpenPage {
  postMessage(message: unknown, transfer: Transferable[]): void
}

/**
 * Tells the open pages to send their outbox, when the browser reports a network while entries wait. The worker itself
 * never sends: only a page knows whose entries they are and whether they may be sent now. Rejects when no page is open
 * or none confirms (it is frozen): the browser then tries again later.
 */
export async function wakePages(
  pages: readonly OpenPage[],
  after: (milliseconds: number) => Promise<void>,
): Promise<void> {
  if (pages.length === 0) throw new Error('no page is open that could send')
  const answers = pages.map(
    (page) =>
      new Promise<'heard'>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          port1.close()
          resolve('heard')
        }
        page.postMessage({ type: 'SEND_WAITING' }, [port2])
      }),
  )
  const silence = after(PATIENCE).then(() => 'silence' as const)
  if ((await Promise.race([...answers, silence])) === 'silence') throw new Error('no open page answers')
}
