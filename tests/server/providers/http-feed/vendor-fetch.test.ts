import { afterEach, beforeEach, expect, test } from 'vitest'
import { createVendorFetch } from '#server/providers/http-feed/vendor-fetch.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  answering,
  type FakeVendor,
  fakeVendor,
  hasteWith,
  type Play,
  silent,
} from '#tests/support/yard/fake-vendor.ts'

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await fakeVendor()
})
afterEach(() => vendor.close())

const question = (signal: AbortSignal = new AbortController().signal) => ({
  url: new URL(vendor.access.baseUrl),
  headers: {},
  signal,
})

/** Keeps answers back until the test lets them go. */
function held() {
  const waiting: (() => void)[] = []
  const play: Play = (request, answer) => waiting.push(() => answering({ ok: true })(request, answer))
  const letGo = () => {
    for (const go of waiting.splice(0)) go()
  }
  return { play, letGo, waiting }
}

test('so many questions are on their way at once, and each that is answered makes room for one', async () => {
  const { play, letGo, waiting } = held()
  vendor.play(play)
  const ask = createVendorFetch(hasteWith({ atOnce: 3, answerMs: 10_000 }).patience)
  const all = Promise.all(Array.from({ length: 8 }, () => ask(question())))
  for (const most of [3, 3, 2]) {
    await eventually(() => expect(waiting).toHaveLength(most))
    letGo()
  }
  expect(await all).toHaveLength(8)
  expect(vendor.asked).toHaveLength(8)
})

test('whoever breaks off while waiting in line goes home at once and asks nothing', async () => {
  const { play, letGo, waiting } = held()
  vendor.play(play)
  const ask = createVendorFetch(hasteWith({ atOnce: 1, answerMs: 10_000 }).patience)
  const first = ask(question())
  await eventually(() => expect(waiting).toHaveLength(1))
  const stop = new AbortController()
  const second = ask(question(stop.signal))
  stop.abort(new Error('the page was left'))
  await expect(second).rejects.toThrow('the page was left')
  await expect(ask(question(AbortSignal.abort(new Error('too late'))))).rejects.toThrow('too late')
  letGo()
  expect(await first).toEqual({ ok: true })
  expect(vendor.asked).toHaveLength(1)
})

test('questions at once keep the pace together, not each for itself', async () => {
  vendor.play(answering({}))
  const { patience, waited } = hasteWith({ atOnce: 4, paceMs: 1000, now: () => 5000 })
  const ask = createVendorFetch(patience)
  await Promise.all(Array.from({ length: 4 }, () => ask(question())))
  expect(waited).toEqual([1000, 2000, 3000])
})

test('a vendor that stays down is left alone after so many questions, and those that wait in line are not asked', async () => {
  vendor.play(answering('', 503))
  const at = { ms: 0 }
  const limits = { atOnce: 1, attempts: 2, mostFailures: 5, restMs: 60_000, now: () => at.ms }
  const ask = createVendorFetch(hasteWith(limits).patience)
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => ask(question())))
  const words = ends.map((end) => (end.status === 'rejected' ? `${end.reason.message}` : 'answered'))
  expect(words).toEqual([
    ...Array(5).fill('The vendor answered 503, also when asked again.'),
    ...Array(3).fill('The vendor failed several times in a row and is left alone for a while.'),
  ])
  expect(vendor.asked).toHaveLength(10)
  at.ms = 60_000
  vendor.play(answering({ ok: true }))
  expect(await ask(question())).toEqual({ ok: true })
})

test('while one question tries whether the vendor is well again, others are told at once, and not when their turn comes', async () => {
  vendor.play(answering('', 503))
  const at = { ms: 0 }
  const limits = { atOnce: 1, mostFailures: 1, restMs: 60_000, now: () => at.ms, answerMs: 10_000 }
  const ask = createVendorFetch(hasteWith(limits).patience)
  await expect(ask(question())).rejects.toThrow('503')
  at.ms = 60_000
  const { play, letGo, waiting } = held()
  vendor.play(play)
  const trial = ask(question())
  await eventually(() => expect(waiting).toHaveLength(1))
  await expect(ask(question())).rejects.toThrow('is left alone for a while')
  letGo()
  expect(await trial).toEqual({ ok: true })
})

test('one that refuses keys and questions is not down', async () => {
  vendor.play(answering({}, 401), answering({}, 404), answering({}, 400), answering({ ok: true }))
  const ask = createVendorFetch(hasteWith({ mostFailures: 1, restMs: 60_000 }).patience)
  for (const words of ['does not accept the key', '404', '400']) {
    await expect(ask(question())).rejects.toThrow(words)
  }
  expect(await ask(question())).toEqual({ ok: true })
})

test('one whose questions are broken off is not down', async () => {
  vendor.play(silent)
  const ask = createVendorFetch(hasteWith({ mostFailures: 1, restMs: 60_000, answerMs: 10_000 }).patience)
  const stop = new AbortController()
  const first = ask(question(stop.signal))
  await eventually(() => expect(vendor.asked).toHaveLength(1))
  stop.abort(new Error('the server stops'))
  await expect(first).rejects.toThrow('the server stops')
  vendor.play(answering({ ok: true }))
  expect(await ask(question())).toEqual({ ok: true })
})
