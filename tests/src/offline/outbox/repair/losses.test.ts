import { describe, expect, test } from 'vitest'
import { checkNumbers } from '#src/offline/outbox/repair/check-numbers.ts'
import { discardEntry } from '#src/offline/outbox/settle/decide.ts'
import { aCrate, aDesk, answer, type OfflineDesk, USER } from '#tests/support/offline/offline-desk.ts'

const green = (id: string) => ({ was: aCrate({ id }), to: { color: 'green' } })
const loss = (desk: OfflineDesk) => desk.disk.content.meta.loss
const DAYS = 24 * 60 * 60_000
const NOBODY = async () => undefined

/** Both copies on the device are gone at the next start. */
async function openedAfterDamage(desk: OfflineDesk): Promise<void> {
  desk.disk.wipeStore()
  desk.disk.mirror.clear()
  await desk.open()
}

/** Checks against what the server has noted; answers what was told to it. */
async function check(desk: OfflineDesk, noted: { highest: number; missing: readonly number[] } | null) {
  const told: number[] = []
  const tally = {
    read: async () => noted,
    reportGone: async (_: string, seqs: readonly number[]) => void told.push(...seqs),
  }
  let isChanged = false
  await checkNumbers({ ...desk.ports, tally }, USER, new AbortController().signal, async () => {
    isChanged = true
  })
  return { isChanged, told }
}

describe('a loss that the witness remembers', () => {
  test('is told with what is missing, in words', async () => {
    const desk = await aDesk()
    await desk.keep(green('a'))
    await desk.keep(green('b'))
    await desk.send(1, answer(200, aCrate({ version: 4 })))
    await openedAfterDamage(desk)
    expect(loss(desk)).toMatchObject({
      count: 1,
      missing: [{ seq: 2, words: { record: 'Crate b', change: 'green' }, madeAt: expect.any(Number) }],
    })
    expect(desk.disk.content.meta.nextSeq).toBe(3)
  })
  test('is told once: not again at the next start, nor when the server misses it', async () => {
    const desk = await aDesk()
    await desk.keep(green('a'))
    await openedAfterDamage(desk)
    await desk.open()
    expect(await check(desk, { highest: 1, missing: [1] })).toEqual({ isChanged: true, told: [1] })
    expect(loss(desk)?.count).toBe(1)
  })
  test('of what had come to the server before is taken back when the server is asked; the rest is sure then', async () => {
    const desk = await aDesk()
    for (const id of ['a', 'b', 'c']) await desk.keep(green(id))
    await openedAfterDamage(desk)
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
  test('is no loss when the server has all of it, also after a start without a network', async () => {
    const desk = await aDesk()
    await desk.keep(green('a'))
    await openedAfterDamage(desk)
    await desk.open()
    expect(await check(desk, { highest: 1, missing: [] })).toEqual({ isChanged: true, told: [] })
    expect(loss(desk)).toBeNull()
    await desk.open()
    expect(loss(desk)).toBeNull()
  })
  test('is sure where the server misses so many that it may have forgotten older ones', async () => {
    const desk = await aDesk()
    for (const id of ['a', 'b']) await desk.keep(green(id))
    await openedAfterDamage(desk)
    const missing = Array.from({ length: 1000 }, (_, at) => at + 3)
    await check(desk, { highest: 1003, missing })
    expect(loss(desk)?.missing?.slice(0, 2)).toEqual(
      [1, 2].map((seq) => ({ seq, words: expect.anything(), madeAt: expect.any(Number) })),
    )
  })
  test('is told on screen although the server can not be told then', async () => {
    const desk = await aDesk()
    await desk.keep(green('a'))
    await openedAfterDamage(desk)
    const tally = {
      read: async () => ({ highest: 4, missing: [3] }),
      reportGone: () => Promise.reject(new Error('cut')),
    }
    let told = 0
    const tell = async () => {
      told += 1
    }
    await expect(checkNumbers({ ...desk.ports, tally }, USER, new AbortController().signal, tell)).rejects.toThrow(
      'cut',
    )
    expect(told).toBe(1)
  })
  test('is sure when the server knows nothing of this device', async () => {
    const desk = await aDesk()
    await desk.keep(green('a'))
    await openedAfterDamage(desk)
    await check(desk, null)
    expect(loss(desk)).toMatchObject({ count: 1, missing: [{ seq: 1 }] })
    expect(loss(desk)?.missing?.[0]).not.toHaveProperty('isUnconfirmed')
  })
  test('of a copy that is damaged is told unless another copy of it is whole', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green('a'))
    await desk.keep({ was: aCrate(), to: { color: 'blue' } })
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

describe("the server's count of this device's changes", () => {
  test('shows what is lost here without a trace; it is told to the person and the server once', async () => {
    const desk = await aDesk()
    await desk.keep(green('a'))
    expect(await check(desk, { highest: 9, missing: [1, 4] })).toEqual({ isChanged: true, told: [4] })
    expect(loss(desk)).toMatchObject({ count: 1, missing: [{ seq: 4, words: null, madeAt: null }] })
    expect(await check(desk, { highest: 9, missing: [1, 4] })).toEqual({ isChanged: false, told: [4] })
    expect(loss(desk)?.count).toBe(1)
  })
  test('lets a store that was set back go on behind it: no number is given twice', async () => {
    const desk = await aDesk()
    await check(desk, { highest: 9, missing: [] })
    expect((await desk.keep(green('a'))).seq).toBe(10)
  })
  test('does not miss what waits, what is done, and what was given up or could not be kept', async () => {
    const desk = await aDesk()
    for (const id of ['a', 'b', 'c']) await desk.keep(green(id))
    await desk.send(1, answer(200, aCrate({ version: 4 })))
    await discardEntry(desk.ports, USER, desk.registry, desk.entry(2)!.id)
    const { put } = desk.ports.mirror
    desk.ports.mirror.put = () => Promise.reject(new Error('no room'))
    await desk.keep(green('d')).catch(() => undefined)
    desk.ports.mirror.put = put
    expect(await check(desk, { highest: 9, missing: [1, 2, 3, 4] })).toEqual({ isChanged: false, told: [2, 4] })
    expect(loss(desk)).toBeNull()
  })
  test('is asked for by a device that the server does not know without harm', async () => {
    const desk = await aDesk()
    await desk.keep(green('a'))
    expect(await check(desk, null)).toEqual({ isChanged: false, told: [] })
    expect(desk.disk.content.meta.nextSeq).toBe(2)
  })
  test('that can not be had now changes nothing', async () => {
    const desk = await aDesk()
    const before = desk.disk.content
    const tally = { read: () => Promise.reject(new Error('no network')), reportGone: async () => undefined }
    await expect(checkNumbers({ ...desk.ports, tally }, USER, new AbortController().signal, NOBODY)).rejects.toThrow()
    expect(desk.disk.content).toBe(before)
  })
  test('is told what was given up, however old that is: it is not forgotten before', async () => {
    const desk = await aDesk()
    await desk.keep(green('a'))
    await discardEntry(desk.ports, USER, desk.registry, desk.entry(1)!.id)
    desk.clock.jump(91 * DAYS)
    const noted = { highest: 2, missing: [1] }
    const tally = { read: async () => noted, reportGone: () => Promise.reject(new Error('no network')) }
    await expect(checkNumbers({ ...desk.ports, tally }, USER, new AbortController().signal, NOBODY)).rejects.toThrow()
    expect(await check(desk, noted)).toEqual({ isChanged: false, told: [1] })
    await check(desk, { highest: 2, missing: [] })
    expect(desk.fates).toEqual([])
  })
  test('is nothing to a person who has left meanwhile', async () => {
    const desk = await aDesk()
    const end = new AbortController()
    const tally = {
      read: async () => {
        end.abort()
        return { highest: 9, missing: [4] }
      },
      reportGone: () => Promise.reject(new Error('not to be told')),
    }
    await checkNumbers({ ...desk.ports, tally }, USER, end.signal, NOBODY)
    expect(loss(desk)).toBeNull()
  })
  test('comes before anything is forgotten: after 90 days, but for what still has a copy', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green('a'))
    await desk.keep(green('b'))
    const copy = desk.disk.mirror.get(`1/${id}`)!
    await desk.send(1, answer(200, aCrate({ version: 4 })))
    await desk.send(2, answer(200, aCrate({ id: 'b', version: 4 })))
    desk.disk.mirror.set(`1/${id}`, copy)
    desk.clock.jump(91 * DAYS)
    await check(desk, { highest: 2, missing: [] })
    expect(desk.fates.map(({ seq }) => seq)).toEqual([1])
  })
})
