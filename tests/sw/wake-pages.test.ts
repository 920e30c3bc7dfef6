import { expect, it } from 'vitest'
import { type OpenPage, type PageAnswer, wakePages } from '#sw/wake-pages.ts'

const never = () => new Promise<void>(() => undefined)
const atOnce = () => Promise.resolve()
/** Time passes only after a page has answered. */
const afterAnswers = () => new Promise<void>((resolve) => setTimeout(resolve, 50))
const heard: unknown[] = []
const aPage = (...answers: readonly PageAnswer[]): OpenPage => ({
  postMessage(message, [port]) {
    heard.push(message)
    if (port instanceof MessagePort) for (const answer of answers) port.postMessage(answer)
  },
})

it('every open page is notified, and one that has sent everything is enough', async () => {
  expect(await wakePages([aPage(), aPage('heard', 'sent')], never)).toBe(true)
  expect(heard).toEqual([{ type: 'SEND_WAITING' }, { type: 'SEND_WAITING' }])
})

it('the worker sends itself without an open page, with frozen ones only, and when a page is closed before it is done', async () => {
  expect(await wakePages([], never)).toBe(false)
  expect(await wakePages([aPage()], atOnce)).toBe(false)
  expect(await wakePages([aPage('heard')], afterAnswers)).toBe(false)
})
