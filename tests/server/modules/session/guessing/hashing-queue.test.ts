import { expect, test } from 'vitest'
import { createHashingQueue, type HashCaller } from '#server/modules/session/guessing/hashing-queue.ts'

/** Lets all pending work run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const LIMITS = { maxParallel: 2, perNetwork: 3, strangers: 10 }

/** A queue whose hashes end one by one when the test calls `next`. Lists the started and refused callers by name. */
function testQueue(limits = LIMITS) {
  const queue = createHashingQueue(limits)
  const started: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  return {
    started,
    refused,
    enter: (name: string, waiting: HashCaller) => {
      const work = () =>
        new Promise<void>((resolve) => {
          started.push(name)
          ends.push(resolve)
        })
      void queue(waiting, work).catch((error: Error) => refused.push(`${name} ${error.name}`))
    },
    /** Ends the running hash that started first. */
    next: async () => {
      ends.shift()?.()
      await settle()
    },
  }
}
const from = (n: number) => ({ network: `198.51.100.${n}` })
const user = (account: number) => ({ account })

test('three hundred strangers of one network only delay each other: a known user is next, and so is a stranger of another network', async () => {
  const { enter, next, started, refused } = testQueue()
  for (let n = 0; n < 300; n++) enter(`junk ${n}`, from(1))
  enter('Ruth', user(1))
  enter('Omar', from(2))
  await settle()
  expect(started).toEqual(['junk 0', 'junk 1'])
  expect(refused).toHaveLength(295)
  expect(new Set(refused.map((one) => one.split(' ').at(-1)))).toEqual(new Set(['NetworkQueueIsFull']))
  for (let n = 0; n < 4; n++) await next()
  expect(started.slice(2)).toEqual(['Ruth', 'junk 2', 'Omar', 'junk 3'])
})

test('networks take turns, however many callers of each wait', async () => {
  const { enter, next, started } = testQueue({ ...LIMITS, maxParallel: 1 })
  for (const n of [1, 1, 1, 1, 2, 2, 3]) enter(`${n}`, from(n))
  for (let n = 0; n < 7; n++) await next()
  expect(started).toEqual(['1', '1', '2', '3', '1', '2', '1'])
})

test('strangers who find the line full of strangers are refused; known users are not', async () => {
  const { enter, next, started, refused } = testQueue()
  for (let n = 0; n < 13; n++) enter(`stranger ${n}`, from(n))
  for (let n = 0; n < 20; n++) enter(`known ${n}`, user(n))
  await settle()
  expect(refused).toEqual(['stranger 12 HashingQueueIsFull'])
  for (let n = 0; n < 20; n++) await next()
  expect(started.slice(2)).toEqual(Array.from({ length: 20 }, (_, n) => `known ${n}`))
})

test('an account has one hash in the line at a time: its others wait, none is refused, and all other callers go on', async () => {
  const { enter, next, started, refused } = testQueue()
  for (let n = 0; n < 300; n++) enter(`flood ${n}`, user(1))
  await settle()
  enter('Ruth', user(2))
  await settle()
  enter('start', 'server')
  enter('stranger', from(1))
  await settle()
  expect(started).toEqual(['flood 0', 'Ruth'])
  for (let n = 0; n < 4; n++) await next()
  expect(started.slice(2, 5).toSorted()).toEqual(['flood 1', 'start', 'stranger'])
  for (let n = 0; n < 300; n++) await next()
  expect(started).toHaveLength(303)
  expect(refused).toEqual([])
})

test('a hash that fails gives its place to the next', async () => {
  const line = createHashingQueue({ ...LIMITS, maxParallel: 1 })
  const failed = line(from(1), () => Promise.reject(new Error('no')))
  const waiting = line(from(1), async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await waiting).toBe('done')
  expect(await line(user(1), async () => 'again')).toBe('again')
})
