import { expect, test } from 'vitest'
import { createHashingQueue, type HashCaller } from '#server/modules/session/guessing/hashing-queue.ts'

/** Lets everything run that can. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const LIMITS = { atOnce: 2, perNetwork: 3, strangers: 10 }

/** A line whose hashes end one after the other, as a test says; and what has begun, by name. */
function aLine(limits = LIMITS) {
  const line = createHashingQueue(limits)
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    refused,
    come: (name: string, waiting: HashCaller) => {
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(name)
          ends.push(resolve)
        })
      void line(waiting, work).catch((error: Error) => refused.push(`${name} ${error.name}`))
    },
    /** The hash that began first is done. */
    next: async () => {
      ends.shift()?.()
      await settle()
    },
  }
}
const from = (n: number) => ({ network: `198.51.100.${n}` })
const user = (account: number) => ({ account })

test('three hundred strangers of one network wait for themselves: who we know is next, and so is a stranger of another', async () => {
  const { come, next, begun, refused } = aLine()
  for (let n = 0; n < 300; n++) come(`junk ${n}`, from(1))
  come('Ruth', user(1))
  come('Omar', from(2))
  await settle()
  expect(begun).toEqual(['junk 0', 'junk 1'])
  expect(refused).toHaveLength(295)
  expect(new Set(refused.map((one) => one.split(' ').at(-1)))).toEqual(new Set(['NetworkIsWaiting']))
  for (let n = 0; n < 4; n++) await next()
  expect(begun.slice(2)).toEqual(['Ruth', 'junk 2', 'Omar', 'junk 3'])
})

test('of many networks one after the other is served, whatever each has waiting', async () => {
  const { come, next, begun } = aLine({ ...LIMITS, atOnce: 1 })
  for (const n of [1, 1, 1, 1, 2, 2, 3]) come(`${n}`, from(n))
  for (let n = 0; n < 7; n++) await next()
  expect(begun).toEqual(['1', '1', '2', '3', '1', '2', '1'])
})

test('where strangers fill the line, no stranger gets in, and who we know does', async () => {
  const { come, next, begun, refused } = aLine()
  for (let n = 0; n < 13; n++) come(`stranger ${n}`, from(n))
  for (let n = 0; n < 20; n++) come(`known ${n}`, user(n))
  await settle()
  expect(refused).toEqual(['stranger 12 QueueIsFull'])
  for (let n = 0; n < 20; n++) await next()
  expect(begun.slice(2)).toEqual(Array.from({ length: 20 }, (_, n) => `known ${n}`))
})

test('of one account one is in the line, whatever devices it has: none is refused, and all others go on', async () => {
  const { come, next, begun, refused } = aLine()
  for (let n = 0; n < 300; n++) come(`flood ${n}`, user(1))
  await settle()
  come('Ruth', user(2))
  await settle()
  come('start', 'server')
  come('stranger', from(1))
  await settle()
  expect(begun).toEqual(['flood 0', 'Ruth'])
  for (let n = 0; n < 4; n++) await next()
  expect(begun.slice(2, 5).toSorted()).toEqual(['flood 1', 'start', 'stranger'])
  for (let n = 0; n < 300; n++) await next()
  expect(begun).toHaveLength(303)
  expect(refused).toEqual([])
})

test('a hash that fails gives its place to the next, and leaves none behind', async () => {
  const line = createHashingQueue({ ...LIMITS, atOnce: 1 })
  const failed = line(from(1), () => Promise.reject(new Error('no')))
  const waiting = line(from(1), async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await waiting).toBe('done')
  expect(await line(user(1), async () => 'again')).toBe('again')
})
