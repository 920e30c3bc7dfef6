import { describe, expect, test } from 'vitest'
import type { EntryState } from '#src/offline/outbox/entry/entry.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import { aCrate, aDesk, crateChange, type OfflineDesk } from '#tests/support/offline/offline-desk.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'

const crate = aCrate()
const to = (color: string) => ({ was: crate, to: { color } })
const put = (desk: OfflineDesk, seq: number, parts: object) =>
  desk.ports.store.write((tx) => tx.putEntry({ ...desk.entry(seq)!, ...parts }))

describe('a change of what waits', () => {
  test('becomes one with it: same place, same version seen, new id, and both are told', async () => {
    const desk = await aDesk()
    const first = await desk.keep(to('green'))
    const both = await desk.keep(to('blue'), { seenVersion: 9 })
    expect(desk.entries).toEqual([both])
    expect(both).toMatchObject({
      seq: first.seq,
      seenVersion: 3,
      revision: 1,
      wasSent: false,
      words: { change: 'blue' },
    })
    expect(both.input).toEqual({ was: crate, to: { color: 'blue' } })
    expect(both.request.body).toEqual({ color: 'blue' })
    expect(both.earlier).toEqual([{ input: first.input, words: first.words, madeAt: first.madeAt }])
    expect(both.id).not.toBe(first.id)
    expect(desk.fates).toMatchObject([{ id: first.id, state: 'replaced', entry: null }])
    expect(desk.copies).toEqual([`1/${both.id}`])
    expect(desk.disk.content.meta.nextSeq).toBe(2)
    expect([...desk.disk.told.values()]).toMatchObject([{ seq: 1, words: { change: 'blue' } }])
  })
  test('keeps no more than twenty steps', async () => {
    const desk = await aDesk()
    for (let at = 0; at < 30; at += 1) await desk.keep(to(`color ${at}`))
    expect(desk.entries).toHaveLength(1)
    expect(desk.entry(1)?.earlier.map(({ words }) => words.change)).toEqual(
      Array.from({ length: 20 }, (_, at) => `color ${at + 9}`),
    )
  })
  test('stays by itself when it is another thing to the person, or of other records', async () => {
    const desk = await aDesk()
    await desk.keep(to('green'))
    await desk.keep({ was: crate, to: { label: 'Nuts' } })
    await desk.keep({ was: aCrate({ id: 'b' }), to: { color: 'green' } })
    expect(desk.entries.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })
  test('stays by itself behind a change of another command, or of more records', async () => {
    const two = crateChange({ name: 'crates.swap', touches: ({ was }) => [`crate/${was.id}`, 'crate/z'] })
    const desk = await aDesk([crateChange(), two] as never)
    await desk.keep(to('green'))
    await desk.keep(to('blue'), { command: two })
    await desk.keep(to('white'))
    expect(desk.entries).toHaveLength(3)
    await desk.keep(to('black'))
    expect(desk.entries).toHaveLength(3)
  })
  test.each([
    { state: 'sending', wasSent: true },
    { state: 'waiting', wasSent: true },
    { state: 'conflict', wasSent: true },
    { state: 'refused', wasSent: true },
    { state: 'sign_in', wasSent: true },
  ] satisfies { state: EntryState; wasSent: boolean }[])('leaves one alone that is %o', async (parts) => {
    const desk = await aDesk()
    await desk.keep(to('green'))
    await put(desk, 1, parts)
    await desk.keep(to('blue'))
    expect(desk.entries.map(({ words }) => words.change)).toEqual(['green', 'blue'])
  })
  test('leaves one alone before which another needs the person', async () => {
    const desk = await aDesk()
    await desk.keep(to('green'), { mayMerge: false })
    await desk.keep(to('blue'), { mayMerge: false })
    await put(desk, 1, { state: 'refused', wasSent: true })
    await desk.keep(to('white'))
    expect(desk.entries).toHaveLength(3)
  })
  test('leaves one alone where it would have to wait for more than that one does', async () => {
    const needy = crateChange({ dependsOn: () => ['crate/z'] })
    const desk = await aDesk([needy as never])
    await desk.keep(to('green'), { command: needy })
    await desk.keep(to('blue'), { command: needy })
    expect(desk.entries).toHaveLength(2)
  })
})

describe('a change that becomes one with another', () => {
  test('and that the mirror does not take leaves the other as it was', async () => {
    const desk = await aDesk()
    const first = await desk.keep(to('green'))
    desk.ports.mirror.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    await expect(desk.keep(to('blue'))).rejects.toBeInstanceOf(NotSaved)
    expect(desk.entries).toEqual([first])
    expect(desk.copies).toEqual([`1/${first.id}`])
    expect(desk.fates.map(({ state }) => state)).toEqual(['withdrawn'])
    await desk.open()
    expect(desk.entries).toEqual([first])
  })
  test('is kept when another tab has begun to send it before the mirror refused it', async () => {
    const desk = await aDesk()
    await desk.keep(to('green'))
    desk.ports.mirror.put = async () => {
      await put(desk, 1, { state: 'sending', wasSent: true })
      throw new Error('the mirror is gone')
    }
    await expect(desk.keep(to('blue'))).resolves.toMatchObject({ words: { change: 'blue' } })
    expect(desk.entries).toMatchObject([{ state: 'sending', words: { change: 'blue' } }])
  })

  const BORDERS = 40
  const losses = { nothing: () => undefined, 'the store': (d: OfflineDesk) => d.disk.wipeStore() } as const
  test.each(Object.entries(losses))(
    'is there whole, or not at all, wherever the tab dies (%s lost)',
    async (_, lose) => {
      const outcomes = new Set<string>()
      for (let borders = 0; borders < BORDERS; borders += 1) {
        const desk = await aDesk()
        await desk.keep(to('green'))
        let isSaved = false
        desk.tab.dieAfter(borders)
        void desk.keep(to('blue')).then(() => {
          isSaved = true
        })
        await allTurns()
        // What is made later may have an id that looks older.
        desk.clock.jump(-86_400_000)
        lose(desk)
        await desk.open()
        expect(desk.entries, `after ${borders} borders`).toHaveLength(1)
        const [{ words, id }] = desk.entries as [(typeof desk.entries)[number]]
        outcomes.add(words.change)
        if (isSaved) expect(words.change).toBe('blue')
        expect(desk.copies).toEqual([`1/${id}`])
      }
      expect([...outcomes].sort()).toEqual(['blue', 'green'])
    },
  )
  test('stands although the clock was set back and its id looks older than the one that it replaced', async () => {
    const desk = await aDesk()
    const first = await desk.keep(to('green'))
    desk.clock.jump(-86_400_000)
    desk.ports.mirror.remove = () => Promise.resolve()
    const both = await desk.keep(to('blue'))
    expect(both.id < first.id).toBe(true)
    expect(desk.copies).toHaveLength(2)
    desk.disk.wipeStore()
    await desk.open()
    expect(desk.entries).toMatchObject([{ id: both.id, words: { change: 'blue' }, wasSent: true }])
    expect(desk.copies).toEqual([`1/${both.id}`])
  })
})
