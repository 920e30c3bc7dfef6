import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type ChoiceStore, choiceStore, MAX_CHOSEN } from '#src/figures/choice-store.ts'
import { forgetChoices } from '#src/offline/query-storage/chosen-items.ts'
import { sealChoice } from '#src/offline/query-storage/sealed-choice.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { eventually } from '#tests/support/eventually.ts'

const schema = z.object({ id: z.int(), name: z.string() })
const [sealer, otherSealer] = [await aSealer(1), await aSealer(2)]
let sealerNow: Sealer | null = sealer
const storeOf = (name: string) => choiceStore({ name, schema, keyOf: ({ id }) => `${id}` }, () => sealerNow)
const [maria, omar] = [
  { id: 1, name: 'Maria Lopez' },
  { id: 2, name: 'Omar Haddad' },
]
type Item = typeof maria
const choiceOf = (...chosen: readonly Item[]) => ({ chosen, at: 1_790_000_000_000 })
const NONE = { chosen: [], at: 0 }
const TRUCKS_OF_7 = 'haulyard:chosen-trucks:7'

let page = openPage()
beforeEach(() => {
  page = openPage()
  sealerNow = sealer
})

/** The choice that a newly opened page finds. */
async function foundChoice(name: string, userId: number) {
  const store = storeOf(name)
  await store.ready(userId)
  return store.get(userId)
}
/** Makes a choice, and waits until it is stored. */
async function choose(store: ChoiceStore<Item>, userId: number, ...chosen: readonly Item[]) {
  const key = `haulyard:chosen-${store.name}:${userId}`
  const before = page.local.getItem(key)
  store.set(userId, choiceOf(...chosen))
  await eventually(() => expect(page.local.getItem(key)).not.toBe(before))
}
/** Stores a text as the choice, sealed the way the app seals it. */
async function storeText(text: string, by = sealer, at = TRUCKS_OF_7) {
  page.local.setItem(TRUCKS_OF_7, await sealChoice(by, at, text))
}

describe('a choice', () => {
  test('is stored on the device, by name, and separately for each user', async () => {
    await choose(storeOf('trucks'), 7, maria)
    await choose(storeOf('drivers'), 7, omar)
    expect([await foundChoice('trucks', 7), await foundChoice('drivers', 7)]).toEqual([choiceOf(maria), choiceOf(omar)])
    expect([await foundChoice('trucks', 8), await foundChoice('trucks', 70)]).toEqual([NONE, NONE])
  })

  test('is stored sealed, and never written in plain text', async () => {
    const written: string[] = []
    const { setItem } = page.local
    vi.spyOn(page.local, 'setItem').mockImplementation((key, text) => {
      written.push(text, Buffer.from(text, 'base64').toString())
      setItem(key, text)
    })
    const trucks = storeOf('trucks')
    await choose(trucks, 7, maria)
    await choose(trucks, 7, maria, omar)
    expect(written).toHaveLength(4)
    expect(written.join()).not.toMatch(/Maria|Lopez|Omar|Haddad|chosen/)
  })

  test.each([
    ['nothing', null],
    ['truncated JSON', '{"at":1,"chosen":[{"id":1,"na'],
    ['a bare list', '[{"id":1,"name":"Maria Lopez"}]'],
    ['an item of another shape', '{"at":1,"chosen":[{"id":"1","name":"Maria Lopez"}]}'],
    ['items partly of another shape', '{"at":1,"chosen":[{"id":1,"name":"Maria Lopez"},7]}'],
    ['a choice without a time', '{"chosen":[{"id":1,"name":"Maria Lopez"}]}'],
    [
      'more items than allowed',
      JSON.stringify({ at: 1, chosen: Array.from({ length: MAX_CHOSEN + 1 }, (_, id) => ({ id, name: '' })) }),
    ],
  ])('that is stored as %s counts as no choice, sealed or not', async (_, text) => {
    if (text !== null) page.local.setItem(TRUCKS_OF_7, text)
    expect(await foundChoice('trucks', 7)).toEqual(NONE)
    if (text !== null) await storeText(text)
    expect(await foundChoice('trucks', 7)).toEqual(NONE)
  })

  test('that cannot be opened counts as no choice: sealed on another device, for another user, or not sealed', async () => {
    const text = JSON.stringify(choiceOf(maria))
    await storeText(text, otherSealer)
    expect(await foundChoice('trucks', 7)).toEqual(NONE)
    await storeText(text, sealer, 'haulyard:chosen-trucks:8')
    expect(await foundChoice('trucks', 7)).toEqual(NONE)
    page.local.setItem(TRUCKS_OF_7, 'no seal')
    expect(await foundChoice('trucks', 7)).toEqual(NONE)
    await storeText(text)
    expect(await foundChoice('trucks', 7)).toEqual(choiceOf(maria))
  })

  test('contains each item once, and only the schema’s properties', async () => {
    await storeText(JSON.stringify({ at: 5, chosen: [maria, { ...omar, secret: 1 }, maria] }))
    expect(await foundChoice('trucks', 7)).toEqual({ at: 5, chosen: [maria, omar] })
  })

  test('is unknown until it is opened, so no total of all items is requested instead', async () => {
    await storeText(JSON.stringify(choiceOf(maria)))
    const trucks = storeOf('trucks')
    const listener = vi.fn()
    trucks.subscribe(listener)
    expect(trucks.get(7)).toBeNull()
    await eventually(() => expect(listener).toHaveBeenCalledTimes(1))
    expect(trucks.get(7)).toEqual(choiceOf(maria))
  })

  test('applies immediately, and stays the same value until the next choice', async () => {
    const trucks = storeOf('trucks')
    trucks.set(7, choiceOf(maria))
    const before = trucks.get(7)
    expect(before).toEqual(choiceOf(maria))
    await eventually(() => expect(page.local.getItem(TRUCKS_OF_7)).not.toBeNull())
    expect(trucks.get(7)).toBe(before)
    trucks.set(7, choiceOf(omar))
    trucks.set(7, choiceOf(maria, omar))
    expect(trucks.get(7)).toEqual(choiceOf(maria, omar))
    await eventually(async () => expect(await foundChoice('trucks', 7)).toEqual(choiceOf(maria, omar)))
  })

  test('made in another tab is noticed, and only a choice of the same name', async () => {
    const trucks = storeOf('trucks')
    await choose(trucks, 7, omar)
    const listener = vi.fn()
    const stop = trucks.subscribe(listener)
    const written = (key: string | null) => page.window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    written('haulyard:chosen-drivers:7')
    expect(listener).toHaveBeenCalledTimes(0)
    await storeText(JSON.stringify(choiceOf(maria)))
    written(TRUCKS_OF_7)
    written(null)
    expect(listener).toHaveBeenCalledTimes(2)
    // Until the new choice is opened, the previous one applies.
    expect(trucks.get(7)).toEqual(choiceOf(omar))
    await eventually(() => expect(trucks.get(7)).toEqual(choiceOf(maria)))
    stop()
    listener.mockClear()
    written(TRUCKS_OF_7)
    expect(listener).toHaveBeenCalledTimes(0)
  })

  test('that the browser cannot store applies until the app is closed', async () => {
    const refuse = vi.spyOn(page.local, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const trucks = storeOf('trucks')
    trucks.set(7, choiceOf(maria))
    await eventually(() => expect(refuse).toHaveBeenCalled())
    expect([trucks.get(7), await foundChoice('trucks', 7)]).toEqual([choiceOf(maria), NONE])
    refuse.mockRestore()
    await choose(trucks, 7, omar)
    expect([trucks.get(7), await foundChoice('trucks', 7)]).toEqual([choiceOf(omar), choiceOf(omar)])
  })

  test('is deleted with its user’s data, even while it is being stored, and no other user’s is', async () => {
    const trucks = storeOf('trucks')
    await choose(trucks, 7, maria)
    await choose(storeOf('drivers'), 7, maria)
    await choose(storeOf('trucks'), 17, omar)
    page.local.setItem('haulyard:density:7', 'compact')
    trucks.set(7, choiceOf(omar))
    forgetChoices('7')
    sealerNow = null
    await eventually(() => expect(trucks.get(7)).toEqual(NONE))
    expect(Object.keys(page.local).toSorted()).toEqual(['haulyard:chosen-trucks:17', 'haulyard:density:7'])
  })

  test('that an older version stored in plain text applies, and is then sealed', async () => {
    const plainText = JSON.stringify(choiceOf(maria, omar))
    page.local.setItem(TRUCKS_OF_7, plainText)
    page.local.setItem('haulyard:chosen-drivers:8', plainText)
    expect(await foundChoice('trucks', 7)).toEqual(choiceOf(maria, omar))
    const sealed = page.local.getItem(TRUCKS_OF_7)
    expect(sealed).not.toContain('Maria')
    expect(page.local.getItem('haulyard:chosen-drivers:8')).toBe(plainText)
    expect(await foundChoice('trucks', 7)).toEqual(choiceOf(maria, omar))
    expect(page.local.getItem(TRUCKS_OF_7)).toBe(sealed)
  })
})
