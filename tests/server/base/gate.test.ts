import { expect, test } from 'vitest'
import { createGate, QueueIsFull } from '#server/base/gate.ts'

/** Work that runs until `letGo` is called. */
function pausedWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { done: promise, letGo: resolve }
}
/** Waits until everything that can run has run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a gate runs a limited number of works at the same time and starts the rest in order of arrival', async () => {
  const gate = createGate(2, 10)
  const begun: number[] = []
  const works = Array.from({ length: 5 }, pausedWork)
  const all = works.map(({ done }, n) =>
    gate(() => {
      begun.push(n)
      return done
    }),
  )
  await settle()
  expect(begun).toEqual([0, 1])
  works[1]?.letGo()
  await settle()
  expect(begun).toEqual([0, 1, 2])
  const late = gate(async () => void begun.push(5))
  await settle()
  expect(begun).toEqual([0, 1, 2])
  for (const { letGo } of works) letGo()
  await Promise.all([...all, late])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
})

test('work that fails makes room for the next in the queue', async () => {
  const gate = createGate(1, 10)
  const failed = gate(() => Promise.reject(new Error('no')))
  const next = gate(async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await gate(async () => 'again')).toBe('again')
})

test('a full queue refuses new work immediately, and queued work still runs', async () => {
  const gate = createGate(1, 1)
  const { done, letGo } = pausedWork()
  const all = [gate(() => done), gate(async () => undefined)]
  await expect(gate(async () => undefined)).rejects.toBeInstanceOf(QueueIsFull)
  letGo()
  await Promise.all(all)
  expect(await gate(async () => 'free')).toBe('free')
})
