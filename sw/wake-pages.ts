/** How long an open page may take to say that it has heard, in milliseconds. */
const PATIENCE = 10_000

/** A page of the app that is open, as far as this is concerned. */
export interface OpenPage {
  postMessage(message: unknown, transfer: Transferable[]): void
}

/**
 * The browser says that there is a network again, while changes wait: the open pages are told to send them. The worker
 * itself never sends: whose changes they are and whether they may go now is for a page to judge.
 * Rejects when no page is open, or none answers (it is frozen): the browser then tries again later by itself.
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
