import { expect, test } from 'vitest'
import { createGate, QueueIsFull } from '#server/base/gate.ts'

/** Work that goes on until it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { done: promise, letGo: resolve }
}
/** Lets everything run that can. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('so much work is done at once, and the rest in the order it came', async () => {
  const gate = createGate(2, 10)
  const begun: number[] = []
  const works = Array.from({ length: 5 }, held)
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

test('work that fails gives its place to the next', async () => {
  const gate = createGate(1, 10)
  const failed = gate(() => Promise.reject(new Error('no')))
  const next = gate(async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await gate(async () => 'again')).toBe('again')
})

test('whoever finds the line full is refused at once, and the line goes on', async () => {
  const gate = createGate(1, 1)
  const { done, letGo } = held()
  const all = [gate(() => done), gate(async () => undefined)]
  await expect(gate(async () => undefined)).rejects.toBeInstanceOf(QueueIsFull)
  letGo()
  await Promise.all(all)
  expect(await gate(async () => 'free')).toBe('free')
})
