import { describe, expect, test } from 'vitest'
import type { EntryState } from '#src/offline/outbox/entry/entry.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import { aCrate, aDesk, crateChange, type OfflineDesk } from '#tests/support/offline/offline-desk.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'

const crate = aCrate()
const inputWith = (color: string) => ({ was: crate, to: { color } })
const updateEntry = (desk: OfflineDesk, seq: number, parts: object) =>
  desk.ports.store.write((tx) => tx.putEntry({ ...desk.entry(seq)!, ...parts }))

describe('a new change of a waiting record', () => {
  test('is merged into the waiting entry: same number and seen version, new id, both steps stored', async () => {
    const desk = await aDesk()
    const first = await desk.save(inputWith('green'))
    const both = await desk.save(inputWith('blue'), { seenVersion: 9 })
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
    expect(desk.finalStates).toMatchObject([{ id: first.id, state: 'replaced', entry: null }])
    expect(desk.copies).toEqual([`1/${both.id}`])
    expect(desk.disk.content.meta.nextSeq).toBe(2)
    expect([...desk.disk.lossWords.values()]).toMatchObject([{ seq: 1, words: { change: 'blue' } }])
  })
  test('keeps at most twenty earlier steps', async () => {
    const desk = await aDesk()
    for (let at = 0; at < 30; at += 1) await desk.save(inputWith(`color ${at}`))
    expect(desk.entries).toHaveLength(1)
    expect(desk.entry(1)?.earlier.map(({ words }) => words.change)).toEqual(
      Array.from({ length: 20 }, (_, at) => `color ${at + 9}`),
    )
  })
  test('stays separate when its command does not merge the two, or when it is of another record', async () => {
    const desk = await aDesk()
    await desk.save(inputWith('green'))
    await desk.save({ was: crate, to: { label: 'Nuts' } })
    await desk.save({ was: aCrate({ id: 'b' }), to: { color: 'green' } })
    expect(desk.entries.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })
  test('stays separate behind a change of another command or of more records', async () => {
    const two = crateChange({ name: 'crates.swap', touches: ({ was }) => [`crate/${was.id}`, 'crate/z'] })
    const desk = await aDesk([crateChange(), two] as never)
    await desk.save(inputWith('green'))
    await desk.save(inputWith('blue'), { command: two })
    await desk.save(inputWith('white'))
    expect(desk.entries).toHaveLength(3)
    await desk.save(inputWith('black'))
    expect(desk.entries).toHaveLength(3)
  })
  test.each([
    { state: 'sending', wasSent: true },
    { state: 'waiting', wasSent: true },
    { state: 'conflict', wasSent: true },
    { state: 'refused', wasSent: true },
    { state: 'sign_in', wasSent: true },
  ] satisfies { state: EntryState; wasSent: boolean }[])('is not merged into an entry with %o', async (parts) => {
    const desk = await aDesk()
    await desk.save(inputWith('green'))
    await updateEntry(desk, 1, parts)
    await desk.save(inputWith('blue'))
    expect(desk.entries.map(({ words }) => words.change)).toEqual(['green', 'blue'])
  })
  test('is not merged when an earlier entry of the record needs the user', async () => {
    const desk = await aDesk()
    await desk.save(inputWith('green'), { mayMerge: false })
    await desk.save(inputWith('blue'), { mayMerge: false })
    await updateEntry(desk, 1, { state: 'refused', wasSent: true })
    await desk.save(inputWith('white'))
    expect(desk.entries).toHaveLength(3)
  })
  test('is not merged when it depends on a record', async () => {
    const needy = crateChange({ dependsOn: () => ['crate/z'] })
    const desk = await aDesk([needy as never])
    await desk.save(inputWith('green'), { command: needy })
    await desk.save(inputWith('blue'), { command: needy })
    expect(desk.entries).toHaveLength(2)
  })
})

describe('merging a change into a waiting entry', () => {
  test('leaves the entry unchanged when the mirror refuses the merged one', async () => {
    const desk = await aDesk()
    const first = await desk.save(inputWith('green'))
    desk.ports.mirror.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    await expect(desk.save(inputWith('blue'))).rejects.toBeInstanceOf(NotSaved)
    expect(desk.entries).toEqual([first])
    expect(desk.copies).toEqual([`1/${first.id}`])
    expect(desk.finalStates.map(({ state }) => state)).toEqual(['withdrawn'])
    await desk.open()
    expect(desk.entries).toEqual([first])
  })
  test('stands when another tab has begun to send it before the mirror refused it', async () => {
    const desk = await aDesk()
    await desk.save(inputWith('green'))
    desk.ports.mirror.put = async () => {
      await updateEntry(desk, 1, { state: 'sending', wasSent: true })
      throw new Error('the mirror is gone')
    }
    await expect(desk.save(inputWith('blue'))).resolves.toMatchObject({ words: { change: 'blue' } })
    expect(desk.entries).toMatchObject([{ state: 'sending', words: { change: 'blue' } }])
  })

  const BORDERS = 40
  const losses = { nothing: () => undefined, 'the store': (d: OfflineDesk) => d.disk.wipeStore() } as const
  test.each(Object.entries(losses))(
    'happens completely or not at all, wherever the tab dies (%s lost)',
    async (_, lose) => {
      const outcomes = new Set<string>()
      for (let borders = 0; borders < BORDERS; borders += 1) {
        const desk = await aDesk()
        await desk.save(inputWith('green'))
        let isSaved = false
        desk.tab.dieAfter(borders)
        void desk.save(inputWith('blue')).then(() => {
          isSaved = true
        })
        await allTurns()
        // A change made later may have an id that looks older.
        desk.clock.jump(-86_400_000)
        lose(desk)
        await desk.open()
        expect(desk.entries, `the tab dies after ${borders} operations`).toHaveLength(1)
        const [{ words, id }] = desk.entries as [(typeof desk.entries)[number]]
        outcomes.add(words.change)
        if (isSaved) expect(words.change).toBe('blue')
        expect(desk.copies).toEqual([`1/${id}`])
      }
      expect([...outcomes].sort()).toEqual(['blue', 'green'])
    },
  )
  test('stands when the clock was set back and the new id looks older than the replaced one', async () => {
    const desk = await aDesk()
    const first = await desk.save(inputWith('green'))
    desk.clock.jump(-86_400_000)
    desk.ports.mirror.remove = () => Promise.resolve()
    const both = await desk.save(inputWith('blue'))
    expect(both.id < first.id).toBe(true)
    expect(desk.copies).toHaveLength(2)
    desk.disk.wipeStore()
    await desk.open()
    expect(desk.entries).toMatchObject([{ id: both.id, words: { change: 'blue' }, wasSent: true }])
    expect(desk.copies).toEqual([`1/${both.id}`])
  })
})
