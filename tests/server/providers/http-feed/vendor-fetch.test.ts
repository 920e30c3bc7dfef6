import { afterEach, beforeEach, expect, test } from 'vitest'
import { createVendorFetch } from '#server/providers/http-feed/vendor-fetch.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  type FakeVendor,
  fakeVendor,
  hasteWith,
  type Play,
  responding,
  silent,
} from '#tests/support/yard/fake-vendor.ts'

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await fakeVendor()
})
afterEach(() => vendor.close())

const requestWith = (signal: AbortSignal = new AbortController().signal) => ({
  url: new URL(vendor.access.baseUrl),
  headers: {},
  signal,
})

/** Holds responses until the test calls `letGo`. */
function holdResponses() {
  const waiting: (() => void)[] = []
  const play: Play = (request, answer) => waiting.push(() => responding({ ok: true })(request, answer))
  const letGo = () => {
    for (const go of waiting.splice(0)) go()
  }
  return { play, letGo, waiting }
}

test('a limited number of requests run at the same time, and each response lets one more start', async () => {
  const { play, letGo, waiting } = holdResponses()
  vendor.play(play)
  const ask = createVendorFetch(hasteWith({ maxParallel: 3, answerMs: 10_000 }).patience)
  const all = Promise.all(Array.from({ length: 8 }, () => ask(requestWith())))
  for (const most of [3, 3, 2]) {
    await eventually(() => expect(waiting).toHaveLength(most))
    letGo()
  }
  expect(await all).toHaveLength(8)
  expect(vendor.requests).toHaveLength(8)
})

test('a request aborted while it waits in the queue rejects immediately and is never sent', async () => {
  const { play, letGo, waiting } = holdResponses()
  vendor.play(play)
  const ask = createVendorFetch(hasteWith({ maxParallel: 1, answerMs: 10_000 }).patience)
  const first = ask(requestWith())
  await eventually(() => expect(waiting).toHaveLength(1))
  const stop = new AbortController()
  const second = ask(requestWith(stop.signal))
  stop.abort(new Error('the page was left'))
  await expect(second).rejects.toThrow('the page was left')
  await expect(ask(requestWith(AbortSignal.abort(new Error('too late'))))).rejects.toThrow('too late')
  letGo()
  expect(await first).toEqual({ ok: true })
  expect(vendor.requests).toHaveLength(1)
})

test('parallel requests share one pace', async () => {
  vendor.play(responding({}))
  const { patience, waited } = hasteWith({ maxParallel: 4, paceMs: 1000, now: () => 5000 })
  const ask = createVendorFetch(patience)
  await Promise.all(Array.from({ length: 4 }, () => ask(requestWith())))
  expect(waited).toEqual([1000, 2000, 3000])
})

test('a vendor that stays down is not asked after the limit of failures, and queued requests fail unsent', async () => {
  vendor.play(responding('', 503))
  const at = { ms: 0 }
  const limits = { maxParallel: 1, attempts: 2, mostFailures: 5, restMs: 60_000, now: () => at.ms }
  const ask = createVendorFetch(hasteWith(limits).patience)
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => ask(requestWith())))
  const words = ends.map((end) => (end.status === 'rejected' ? `${end.reason.message}` : 'answered'))
  expect(words).toEqual([
    ...Array(5).fill('The vendor answered 503, also when asked again.'),
    ...Array(3).fill('The vendor failed several times in a row and is left alone for a while.'),
  ])
  expect(vendor.requests).toHaveLength(10)
  at.ms = 60_000
  vendor.play(responding({ ok: true }))
  expect(await ask(requestWith())).toEqual({ ok: true })
})

test('during a trial request, other requests fail immediately instead of waiting in the queue', async () => {
  vendor.play(responding('', 503))
  const at = { ms: 0 }
  const limits = { maxParallel: 1, mostFailures: 1, restMs: 60_000, now: () => at.ms, answerMs: 10_000 }
  const ask = createVendorFetch(hasteWith(limits).patience)
  await expect(ask(requestWith())).rejects.toThrow('503')
  at.ms = 60_000
  const { play, letGo, waiting } = holdResponses()
  vendor.play(play)
  const trial = ask(requestWith())
  await eventually(() => expect(waiting).toHaveLength(1))
  await expect(ask(requestWith())).rejects.toThrow('is left alone for a while')
  letGo()
  expect(await trial).toEqual({ ok: true })
})

test('a vendor that refuses keys and requests does not count as down', async () => {
  vendor.play(responding({}, 401), responding({}, 404), responding({}, 400), responding({ ok: true }))
  const ask = createVendorFetch(hasteWith({ mostFailures: 1, restMs: 60_000 }).patience)
  for (const words of ['does not accept the key', '404', '400']) {
    await expect(ask(requestWith())).rejects.toThrow(words)
  }
  expect(await ask(requestWith())).toEqual({ ok: true })
})

test('an aborted request does not count as a vendor failure', async () => {
  vendor.play(silent)
  const ask = createVendorFetch(hasteWith({ mostFailures: 1, restMs: 60_000, answerMs: 10_000 }).patience)
  const stop = new AbortController()
  const first = ask(requestWith(stop.signal))
  await eventually(() => expect(vendor.requests).toHaveLength(1))
  stop.abort(new Error('the server stops'))
  await expect(first).rejects.toThrow('the server stops')
  vendor.play(responding({ ok: true }))
  expect(await ask(requestWith())).toEqual({ ok: true })
})
