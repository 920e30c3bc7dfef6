import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteHostProof } from '#src/api/fetch-verified.ts'
import { wakeToSend } from '#src/app/background-sync.ts'
import { whenSent } from '#src/offline/outbox/send/when-sent.ts'
import { browserChoice } from '#src/session/session-ports.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const outbox = vi.hoisted(() => ({
  waiting: 0,
  entries: [] as object[],
  state: 'waiting',
  listeners: new Set<() => void>(),
}))
const notify = () => {
  for (const listener of outbox.listeners) listener()
}
vi.mock('#src/offline/outbox/outbox.ts', () => ({
  outboxIfOpen: () => null,
  outboxSnapshot: () => ({ ...outbox, held: null }),
  subscribeOutbox: (listener: () => void) => {
    outbox.listeners.add(listener)
    return () => outbox.listeners.delete(listener)
  },
}))

const tags: string[] = []
let page = openPage()
beforeEach(() => {
  tags.length = 0
  outbox.listeners.clear()
  outbox.entries = []
  page = openPage()
  vi.stubGlobal('navigator', { onLine: false, serviceWorker: new EventTarget(), locks: globalThis.navigator.locks })
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const registration = (isAllowed: boolean) =>
  ({
    sync: {
      register: async (tag: string) => {
        if (!isAllowed) throw new DOMException('', 'NotAllowedError')
        tags.push(tag)
      },
      // Chromium answers this also where the user forbids it.
      getTags: () => Promise.resolve(tags),
    },
  }) as unknown as ServiceWorkerRegistration
const saveChange = () => {
  outbox.waiting += 1
  notify()
}

test('where the browser refuses to start the worker, nothing is promised', async () => {
  browserChoice.write(true)
  noteHostProof('yes')
  wakeToSend(registration(true))
  await Promise.resolve()
  expect(whenSent()).not.toMatch(/Haulyard is open/)
  wakeToSend(registration(false))
  saveChange()
  await Promise.resolve()
  expect(whenSent()).toMatch(/Haulyard is open/)
})

test('a change that is saved without a network asks the browser at once, because the battery may run out before the page is hidden', () => {
  wakeToSend(registration(true))
  saveChange()
  expect(tags).toEqual(['send-waiting'])
  notify()
  expect(tags).toHaveLength(1)
})

test('with a network the browser is asked when the page is hidden while changes wait', () => {
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: new EventTarget(), locks: globalThis.navigator.locks })
  wakeToSend(registration(true))
  saveChange()
  expect(tags).toEqual([])
  page.document.visibilityState = 'hidden'
  page.document.dispatchEvent(new Event('visibilitychange'))
  expect(tags).toEqual(['send-waiting'])
})

test('the worker is told that a page is awake, and later that nothing is left that it could send', async () => {
  outbox.entries = [anEntry({ state: 'sending' }), anEntry({ seq: 2, state: 'refused' })]
  wakeToSend(registration(true))
  const answers: unknown[] = []
  const port = { postMessage: (answer: unknown) => answers.push(answer) }
  const message = Object.assign(new Event('message'), { data: { type: 'SEND_WAITING' }, ports: [port] })
  navigator.serviceWorker.dispatchEvent(message)
  expect(answers).toEqual(['heard'])
  outbox.entries = [anEntry({ state: 'waiting' }), anEntry({ seq: 2, state: 'refused' })]
  notify()
  expect(answers).toEqual(['heard'])
  outbox.entries = [anEntry({ seq: 2, state: 'refused' })]
  notify()
  expect(answers).toEqual(['heard', 'sent'])
})
