import { expect, it } from 'vitest'
import { type OpenPage, wakePages } from '#sw/wake-pages.ts'

const never = () => new Promise<void>(() => undefined)
const atOnce = () => Promise.resolve()
const heard: unknown[] = []
const aPage = (isAwake: boolean): OpenPage => ({
  postMessage(message, [port]) {
    heard.push(message)
    if (isAwake && port instanceof MessagePort) port.postMessage('heard')
  },
})

it('every open page is notified, and one that answers is enough', async () => {
  await expect(wakePages([aPage(false), aPage(true)], never)).resolves.toBeUndefined()
  expect(heard).toEqual([{ type: 'SEND_WAITING' }, { type: 'SEND_WAITING' }])
})

it('without an open page, or with frozen ones only, the wake-up rejects so that the browser tries again later', async () => {
  await expect(wakePages([], never)).rejects.toThrow(/no page is open/)
  await expect(wakePages([aPage(false)], atOnce)).rejects.toThrow(/no open page answers/)
})
