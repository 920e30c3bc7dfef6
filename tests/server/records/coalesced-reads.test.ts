import { expect, test } from 'vitest'
import type { Sql } from '#server/db/db.ts'
import { coalescedReads } from '#server/records/coalesced-reads.ts'

/** A read whose answers the test gives through `waiting`, in the order of the reads. */
function aRead() {
  const waiting: PromiseWithResolvers<string>[] = []
  const questions: string[] = []
  const read = coalescedReads((_: Sql, question: string) => {
    questions.push(question)
    const one = Promise.withResolvers<string>()
    waiting.push(one)
    return one.promise
  })
  return { read, questions, waiting }
}
const DB: Sql = { query: () => Promise.resolve([]), afterCommit: (work) => work() }

test('callers during a running read share the next read, which begins after their call', async () => {
  const { read, questions, waiting } = aRead()
  const first = read(DB, 'a')
  const [second, third] = [read(DB, 'a'), read(DB, 'a')]
  expect(questions).toEqual(['a'])
  waiting[0]?.resolve('one')
  expect(await first).toBe('one')
  await expect.poll(() => questions).toEqual(['a', 'a'])
  const fourth = read(DB, 'a')
  waiting[1]?.resolve('two')
  expect([await second, await third]).toEqual(['two', 'two'])
  await expect.poll(() => questions).toHaveLength(3)
  waiting[2]?.resolve('three')
  expect(await fourth).toBe('three')
})

test('reads with different input, on different databases or at different times are not shared', async () => {
  const { read, questions, waiting } = aRead()
  const all = [read(DB, 'a'), read(DB, 'b'), read({ ...DB }, 'a')]
  expect(questions).toEqual(['a', 'b', 'a'])
  for (const one of waiting) one.resolve('answer')
  await Promise.all(all)
  void read(DB, 'a')
  expect(questions).toHaveLength(4)
})

test('a failed read fails for its own callers only', async () => {
  const { read, waiting } = aRead()
  const first = read(DB, 'a')
  const second = read(DB, 'a')
  waiting[0]?.reject(new Error('the database is away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => waiting).toHaveLength(2)
  waiting[1]?.resolve('two')
  expect(await second).toBe('two')
})
