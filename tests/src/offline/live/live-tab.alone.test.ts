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
  // One at a time, in the order of asking, as Web Locks do.
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
  })
  tabs.push(tab)
  return {
    tab,
    heard,
    show(next: boolean) {
      isVisible = next
      look()
    },
    /** The minute is over. */
    waitLong: () => leave(),
  }
}
const request = async (n: number) => {
  await expect.poll(() => requests.length).toBeGreaterThan(n)
  return requests[n] as StreamRequest
}
const CHANGE = { event: 'change', data: { area: 'drivers', id: 7, version: 3 } }

test('one tab has the stream, all of them hear it', async () => {
  const [left, right] = [openTab(), openTab()]
  const stream = (await request(0)).accept()
  stream.send(`${aChange('drivers', 7, 3)}id: 9\n\n`)
  await expect.poll(() => right.heard).toEqual([CHANGE])
  expect(left.heard).toEqual([CHANGE])
  expect(requests).toHaveLength(1)
})

test('when that tab goes, the next one goes on where it stopped', async () => {
  const [left, right] = [openTab(), openTab()]
  ;(await request(0)).accept().send(`${aChange('drivers', 7, 3)}id: 9\n\n`)
  await expect.poll(() => right.heard).toHaveLength(1)
  left.tab.stop()
  const next = await request(1)
  expect(next.headers.get('last-event-id')).toBe('9')
  expect(requests[0]?.isAborted()).toBe(true)
})

test('rights that one tab finds changed are told to the others, which keep their place in the stream', async () => {
  const [left, right] = [openTab(), openTab()]
  // Before the first word nobody has a place to keep.
  right.tab.announceAccess()
  ;(await request(0)).accept().send('id: 9\n\n')
  await expect.poll(() => liveState.get().position).toBe('9')
  right.tab.announceAccess()
  expect([left.heard, right.heard]).toEqual([[{ event: 'access', data: {} }], []])
  left.tab.stop()
  expect((await request(1)).headers.get('last-event-id')).toBe('9')
})

test('a tab that is opened later hears what the others heard just before, once', async () => {
  const left = openTab()
  ;(await request(0)).accept().send(`${aChange('drivers', 7, 3)}id: 9\n\n`)
  await expect.poll(() => left.heard).toHaveLength(1)
  const [middle, right] = [openTab(), openTab()]
  expect(middle.heard).toEqual([CHANGE])
  expect(right.heard).toEqual([CHANGE])
  expect(left.heard).toHaveLength(1)
})

test('while nobody looks for a minute the stream is closed; whoever looks again misses nothing', async () => {
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

test('a look away that is shorter than a minute changes nothing', async () => {
  const left = openTab()
  const first = await request(0)
  first.accept()
  left.show(false)
  left.show(true)
  left.waitLong()
  expect(first.isAborted()).toBe(false)
  expect(requests).toHaveLength(1)
})
