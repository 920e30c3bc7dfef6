import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveState } from '#src/offline/live/live-state.ts'
import type { LiveEvent } from '#src/offline/live/live-stream.ts'
import { type LiveMessage, LiveTab } from '#src/offline/live/live-tab.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { aChange, fakeStreams, type StreamRequest } from '#tests/support/browser/fake-stream.ts'

let requests: readonly StreamRequest[]
let tabs: LiveTab[]
let queue: Promise<unknown>
const channels = new Set<{ onmessage: ((message: MessageEvent<LiveMessage>) => unknown) | null }>()

beforeEach(() => {
  openPage()
  requests = fakeStreams()
  queue = Promise.resolve()
  // One holder at a time, in the order of the requests, as with Web Locks.
  const request = (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const turn = queue.then(() => {
      signal.throwIfAborted()
      return work()
    })
    queue = turn.catch(() => undefined)
    return turn
  }
  vi.stubGlobal('navigator', { locks: { request } })
  tabs = []
})
afterEach(() => {
  for (const tab of tabs) tab.stop()
  channels.clear()
  vi.unstubAllGlobals()
})

function openTab() {
  const heard: LiveEvent[] = []
  let isVisible = true
  let look = () => {}
  let leave = () => {}
  const channel: { onmessage: ((message: MessageEvent<LiveMessage>) => unknown) | null } & Pick<
    BroadcastChannel,
    'postMessage' | 'close'
  > = {
    onmessage: null,
    postMessage: (data: LiveMessage) => {
      for (const other of channels) if (other !== channel) other.onmessage?.({ data } as MessageEvent<LiveMessage>)
    },
    close: () => void channels.delete(channel),
  }
  channels.add(channel)
  const tab = new LiveTab('1', {
    channel,
    credentials: { token: () => 'a token', refresh: () => Promise.resolve('refreshed') },
    online: () => Promise.resolve(),
    onBackOnline: () => () => undefined,
    probe: () => Promise.resolve(),
    pause: () => new Promise(() => undefined),
    random: () => 1,
    isVisible: () => isVisible,
    onVisibility: (listener) => {
      look = listener
      return () => undefined
    },
    after: (_milliseconds, work) => {
      leave = work
      return () => {
        leave = () => {}
      }
    },
    pastSeconds: () => 5,
    receive: (events) => void heard.push(...events),
    onBegin: () => undefined,
  })
  tabs.push(tab)
  return {
    tab,
    heard,
    show(next: boolean) {
      isVisible = next
      look()
    },
    /** The minute in which a hidden tab keeps the stream is over. */
    waitLong: () => leave(),
  }
}
const request = async (n: number) => {
  await expect.poll(() => requests.length).toBeGreaterThan(n)
  return requests[n] as StreamRequest
}
const CHANGE = { event: 'change', data: { area: 'drivers', id: 7, version: 3 } }

test('one tab has the stream, and all tabs receive its events', async () => {
  const [left, right] = [openTab(), openTab()]
  const stream = (await request(0)).accept()
  stream.send(`${aChange('drivers', 7, 3)}id: 9\n\n`)
  await expect.poll(() => right.heard).toEqual([CHANGE])
  expect(left.heard).toEqual([CHANGE])
  expect(requests).toHaveLength(1)
})

test('when the tab with the stream closes, the next one continues at the same position', async () => {
  const [left, right] = [openTab(), openTab()]
  ;(await request(0)).accept().send(`${aChange('drivers', 7, 3)}id: 9\n\n`)
  await expect.poll(() => right.heard).toHaveLength(1)
  left.tab.stop()
  const next = await request(1)
  expect(next.headers.get('last-event-id')).toBe('9')
  expect(requests[0]?.isAborted()).toBe(true)
})

test('a tab that finds changed rights reports them to the other tabs, which keep their position in the stream', async () => {
  const [left, right] = [openTab(), openTab()]
  // Before the first event no tab has a position yet.
  right.tab.announceAccess()
  ;(await request(0)).accept().send('id: 9\n\n')
  await expect.poll(() => liveState.get().position).toBe('9')
  right.tab.announceAccess()
  expect([left.heard, right.heard]).toEqual([[{ event: 'access', data: {} }], []])
  left.tab.stop()
  expect((await request(1)).headers.get('last-event-id')).toBe('9')
})

test('a tab whose user has other rights opens the stream again at the same position', async () => {
  const { tab } = openTab()
  const first = await request(0)
  first.accept().send('id: 9\n\n')
  await expect.poll(() => liveState.get().position).toBe('9')
  tab.reconnect()
  expect((await request(1)).headers.get('last-event-id')).toBe('9')
  expect(first.isAborted()).toBe(true)
})

test('a tab that is opened later receives the recent events of the other tabs once', async () => {
  const left = openTab()
  ;(await request(0)).accept().send(`${aChange('drivers', 7, 3)}id: 9\n\n`)
  await expect.poll(() => left.heard).toHaveLength(1)
  const [middle, right] = [openTab(), openTab()]
  expect(middle.heard).toEqual([CHANGE])
  expect(right.heard).toEqual([CHANGE])
  expect(left.heard).toHaveLength(1)
})

test('the stream is closed after a minute without a visible tab, and continues at the same position when a tab is shown', async () => {
  const left = openTab()
  const first = await request(0)
  first.accept().send('id: 9\n\n')
  await expect.poll(() => liveState.get().position).toBe('9')
  left.show(false)
  expect(first.isAborted()).toBe(false)
  left.waitLong()
  expect(first.isAborted()).toBe(true)
  left.show(true)
  expect((await request(1)).headers.get('last-event-id')).toBe('9')
})

test('a tab that is hidden for less than a minute keeps the stream open', async () => {
  const left = openTab()
  const first = await request(0)
  first.accept()
  left.show(false)
  left.show(true)
  left.waitLong()
  expect(first.isAborted()).toBe(false)
  expect(requests).toHaveLength(1)
})
