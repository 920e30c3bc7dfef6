import { describe, expect, test } from 'vitest'
import { checkNumbers } from '#src/offline/outbox/repair/check-numbers.ts'
import { discardEntry } from '#src/offline/outbox/settle/decide.ts'
import { aCrate, aDesk, answer, type OfflineDesk, USER } from '#tests/support/offline/offline-desk.ts'

const green = (id: string) => ({ was: aCrate({ id }), to: { color: 'green' } })
const loss = (desk: OfflineDesk) => desk.disk.content.meta.loss
const DAYS = 24 * 60 * 60_000
const ignoreChange = async () => undefined

/** Restarts the app after both copies on the device are lost. */
async function loseBothCopies(desk: OfflineDesk): Promise<void> {
  desk.disk.wipeStore()
  desk.disk.mirror.clear()
  await desk.open()
}

/** Compares the numbers with the server's record. Returns the numbers reported to the server. */
async function check(desk: OfflineDesk, noted: { highest: number; missing: readonly number[] } | null) {
  const reported: number[] = []
  const tally = {
    read: async () => noted,
    reportGone: async (_: string, seqs: readonly number[]) => void reported.push(...seqs),
  }
  let isChanged = false
  await checkNumbers({ ...desk.ports, tally }, USER, new AbortController().signal, async () => {
    isChanged = true
  })
  return { isChanged, reported }
}

describe('a loss found through the loss marker', () => {
  test('lists the missing changes with their words', async () => {
    const desk = await aDesk()
    await desk.save(green('a'))
    await desk.save(green('b'))
    await desk.send(1, answer(200, aCrate({ version: 4 })))
    await loseBothCopies(desk)
    expect(loss(desk)).toMatchObject({
      count: 1,
      missing: [{ seq: 2, words: { record: 'Crate b', change: 'green' }, madeAt: expect.any(Number) }],
    })
    expect(desk.disk.content.meta.nextSeq).toBe(3)
  })
  test("is counted once: neither the next start nor the server's check counts it again", async () => {
    const desk = await aDesk()
    await desk.save(green('a'))
    await loseBothCopies(desk)
    await desk.open()
    expect(await check(desk, { highest: 1, missing: [1] })).toEqual({ isChanged: true, reported: [1] })
    expect(loss(desk)?.count).toBe(1)
  })
  test('drops the changes that the server has received and confirms the others', async () => {
    const desk = await aDesk()
    for (const id of ['a', 'b', 'c']) await desk.save(green(id))
    await loseBothCopies(desk)
    expect(loss(desk)).toMatchObject({ count: 3, missing: [{ isUnconfirmed: true }, { seq: 2 }, { seq: 3 }] })
    expect(await check(desk, { highest: 2, missing: [1] })).toMatchObject({ isChanged: true })
    expect(loss(desk)).toEqual({
      count: 2,
      foundAt: expect.any(Number),
      missing: [1, 3].map((seq) => ({ seq, words: expect.anything(), madeAt: expect.any(Number) })),
    })
    expect(await check(desk, { highest: 3, missing: [] })).toMatchObject({ isChanged: false })
    expect(loss(desk)?.count).toBe(2)
  })
  test('is withdrawn when the server has all changes, also after another start without a network', async () => {
    const desk = await aDesk()
    await desk.save(green('a'))
    await loseBothCopies(desk)
    await desk.open()
    expect(await check(desk, { highest: 1, missing: [] })).toEqual({ isChanged: true, reported: [] })
    expect(loss(desk)).toBeNull()
    await desk.open()
    expect(loss(desk)).toBeNull()
  })
  test('is confirmed when the server lists so many missing numbers that older ones may be cut off', async () => {
    const desk = await aDesk()
    for (const id of ['a', 'b']) await desk.save(green(id))
    await loseBothCopies(desk)
    const missing = Array.from({ length: 1000 }, (_, at) => at + 3)
    await check(desk, { highest: 1003, missing })
    expect(loss(desk)?.missing?.slice(0, 2)).toEqual(
      [1, 2].map((seq) => ({ seq, words: expect.anything(), madeAt: expect.any(Number) })),
    )
  })
  test('is announced to the screen even when reporting to the server fails', async () => {
    const desk = await aDesk()
    await desk.save(green('a'))
    await loseBothCopies(desk)
    const tally = {
      read: async () => ({ highest: 4, missing: [3] }),
      reportGone: () => Promise.reject(new Error('cut')),
    }
    let announced = 0
    const tell = async () => {
      announced += 1
    }
    await expect(checkNumbers({ ...desk.ports, tally }, USER, new AbortController().signal, tell)).rejects.toThrow(
      'cut',
    )
    expect(announced).toBe(1)
  })
  test('is confirmed when the server knows nothing of this device', async () => {
    const desk = await aDesk()
    await desk.save(green('a'))
    await loseBothCopies(desk)
    await check(desk, null)
    expect(loss(desk)).toMatchObject({ count: 1, missing: [{ seq: 1 }] })
    expect(loss(desk)?.missing?.[0]).not.toHaveProperty('isUnconfirmed')
  })
  test('includes a damaged copy unless a later copy under its number opens', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green('a'))
    await desk.save({ was: aCrate(), to: { color: 'blue' } })
    desk.disk.mirror.set(`1/${id}`, 'torn')
    desk.disk.wipeStore()
    await desk.open()
    expect(desk.entries).toMatchObject([{ words: { change: 'blue' } }])
    expect(loss(desk)).toBeNull()
    desk.disk.mirror.set(`1/${desk.entry(1)!.id}`, 'torn')
    desk.disk.wipeStore()
    await desk.open()
    expect(loss(desk)).toMatchObject({ count: 1, missing: [{ seq: 1, words: { change: 'blue' } }] })
  })
})

describe("the server's record of this device's sequence numbers", () => {
  test('reveals a change lost without a trace, which enters the loss record only once', async () => {
    const desk = await aDesk()
    await desk.save(green('a'))
    expect(await check(desk, { highest: 9, missing: [1, 4] })).toEqual({ isChanged: true, reported: [4] })
    expect(loss(desk)).toMatchObject({ count: 1, missing: [{ seq: 4, words: null, madeAt: null }] })
    expect(await check(desk, { highest: 9, missing: [1, 4] })).toEqual({ isChanged: false, reported: [4] })
    expect(loss(desk)?.count).toBe(1)
  })
  test('moves the numbering of a rolled-back store forward, so that no number is assigned twice', async () => {
    const desk = await aDesk()
    await check(desk, { highest: 9, missing: [] })
    expect((await desk.save(green('a'))).seq).toBe(10)
  })
  test('reports no loss for waiting, done, discarded or withdrawn changes', async () => {
    const desk = await aDesk()
    for (const id of ['a', 'b', 'c']) await desk.save(green(id))
    await desk.send(1, answer(200, aCrate({ version: 4 })))
    await discardEntry(desk.ports, USER, desk.registry, desk.entry(2)!.id)
    const { put } = desk.ports.mirror
    desk.ports.mirror.put = () => Promise.reject(new Error('no room'))
    await desk.save(green('d')).catch(() => undefined)
    desk.ports.mirror.put = put
    expect(await check(desk, { highest: 9, missing: [1, 2, 3, 4] })).toEqual({ isChanged: false, reported: [2, 4] })
    expect(loss(desk)).toBeNull()
  })
  test('changes nothing when the server does not know the device', async () => {
    const desk = await aDesk()
    await desk.save(green('a'))
    expect(await check(desk, null)).toEqual({ isChanged: false, reported: [] })
    expect(desk.disk.content.meta.nextSeq).toBe(2)
  })
  test('changes nothing when it cannot be read', async () => {
    const desk = await aDesk()
    const before = desk.disk.content
    const tally = { read: () => Promise.reject(new Error('no network')), reportGone: async () => undefined }
    await expect(
      checkNumbers({ ...desk.ports, tally }, USER, new AbortController().signal, ignoreChange),
    ).rejects.toThrow()
    expect(desk.disk.content).toBe(before)
  })
  test('receives a discarded number before its final state is forgotten, however old that is', async () => {
    const desk = await aDesk()
    await desk.save(green('a'))
    await discardEntry(desk.ports, USER, desk.registry, desk.entry(1)!.id)
    desk.clock.jump(91 * DAYS)
    const noted = { highest: 2, missing: [1] }
    const tally = { read: async () => noted, reportGone: () => Promise.reject(new Error('no network')) }
    await expect(
      checkNumbers({ ...desk.ports, tally }, USER, new AbortController().signal, ignoreChange),
    ).rejects.toThrow()
    expect(await check(desk, noted)).toEqual({ isChanged: false, reported: [1] })
    await check(desk, { highest: 2, missing: [] })
    expect(desk.finalStates).toEqual([])
  })
  test('changes nothing when the user has signed out in the meantime', async () => {
    const desk = await aDesk()
    const end = new AbortController()
    const tally = {
      read: async () => {
        end.abort()
        return { highest: 9, missing: [4] }
      },
      reportGone: () => Promise.reject(new Error('not to be reported')),
    }
    await checkNumbers({ ...desk.ports, tally }, USER, end.signal, ignoreChange)
    expect(loss(desk)).toBeNull()
  })
  test('is compared before final states older than 90 days are deleted, except those with a copy in the mirror', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green('a'))
    await desk.save(green('b'))
    const copy = desk.disk.mirror.get(`1/${id}`)!
    await desk.send(1, answer(200, aCrate({ version: 4 })))
    await desk.send(2, answer(200, aCrate({ id: 'b', version: 4 })))
    desk.disk.mirror.set(`1/${id}`, copy)
    desk.clock.jump(91 * DAYS)
    await check(desk, { highest: 2, missing: [] })
    expect(desk.finalStates.map(({ seq }) => seq)).toEqual([1])
  })
})
