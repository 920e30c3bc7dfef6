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
const [sealer, ofAnotherDevice] = [await aSealer(1), await aSealer(2)]
let sealerNow: Sealer | null = sealer
const storeOf = (name: string) => choiceStore({ name, schema, keyOf: ({ id }) => `${id}` }, () => sealerNow)
const [maria, omar] = [
  { id: 1, name: 'Maria Lopez' },
  { id: 2, name: 'Omar Haddad' },
]
type One = typeof maria
const of = (...chosen: readonly One[]) => ({ chosen, at: 1_790_000_000_000 })
const NONE = { chosen: [], at: 0 }
const TRUCKS_OF_7 = 'haulyard:chosen-trucks:7'

let page = openPage()
beforeEach(() => {
  page = openPage()
  sealerNow = sealer
})

/** What a page that is opened now finds. */
async function found(name: string, userId: number) {
  const store = storeOf(name)
  await store.ready(userId)
  return store.get(userId)
}
/** Chooses, and waits until that is kept. */
async function choose(store: ChoiceStore<One>, userId: number, ...chosen: readonly One[]) {
  const key = `haulyard:chosen-${store.name}:${userId}`
  const before = page.local.getItem(key)
  store.set(userId, of(...chosen))
  await eventually(() => expect(page.local.getItem(key)).not.toBe(before))
}
/** Puts a text in the place of a choice, sealed as the app seals. */
async function keep(text: string, by = sealer, at = TRUCKS_OF_7) {
  page.local.setItem(TRUCKS_OF_7, await sealChoice(by, at, text))
}

describe('a choice', () => {
  test('is kept on the device, each under a name of its own, for each person alone', async () => {
    await choose(storeOf('trucks'), 7, maria)
    await choose(storeOf('drivers'), 7, omar)
    expect([await found('trucks', 7), await found('drivers', 7)]).toEqual([of(maria), of(omar)])
    expect([await found('trucks', 8), await found('trucks', 70)]).toEqual([NONE, NONE])
  })

  test('is kept sealed, and never lies there in clear', async () => {
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
    ['cut short', '{"at":1,"chosen":[{"id":1,"na'],
    ['no choice', '[{"id":1,"name":"Maria Lopez"}]'],
    ['of another shape', '{"at":1,"chosen":[{"id":"1","name":"Maria Lopez"}]}'],
    ['half of another shape', '{"at":1,"chosen":[{"id":1,"name":"Maria Lopez"},7]}'],
    ['of no time', '{"chosen":[{"id":1,"name":"Maria Lopez"}]}'],
    [
      'endless',
      JSON.stringify({ at: 1, chosen: Array.from({ length: MAX_CHOSEN + 1 }, (_, id) => ({ id, name: '' })) }),
    ],
  ])('that was kept as something that is %s is of all, sealed or not', async (_, text) => {
    if (text !== null) page.local.setItem(TRUCKS_OF_7, text)
    expect(await found('trucks', 7)).toEqual(NONE)
    if (text !== null) await keep(text)
    expect(await found('trucks', 7)).toEqual(NONE)
  })

  test('that does not open is of all: of another device, of another person, and no seal at all', async () => {
    const text = JSON.stringify(of(maria))
    await keep(text, ofAnotherDevice)
    expect(await found('trucks', 7)).toEqual(NONE)
    await keep(text, sealer, 'haulyard:chosen-trucks:8')
    expect(await found('trucks', 7)).toEqual(NONE)
    page.local.setItem(TRUCKS_OF_7, 'no seal')
    expect(await found('trucks', 7)).toEqual(NONE)
    await keep(text)
    expect(await found('trucks', 7)).toEqual(of(maria))
  })

  test('has each but once, and nothing that does not belong to it', async () => {
    await keep(JSON.stringify({ at: 5, chosen: [maria, { ...omar, secret: 1 }, maria] }))
    expect(await found('trucks', 7)).toEqual({ at: 5, chosen: [maria, omar] })
  })

  test('is not known before it is opened, so that nothing is asked for all in its place', async () => {
    await keep(JSON.stringify(of(maria)))
    const trucks = storeOf('trucks')
    const heard = vi.fn()
    trucks.subscribe(heard)
    expect(trucks.get(7)).toBeNull()
    await eventually(() => expect(heard).toHaveBeenCalledTimes(1))
    expect(trucks.get(7)).toEqual(of(maria))
  })

  test('stands at once when it is made, and is the same value until there is another', async () => {
    const trucks = storeOf('trucks')
    trucks.set(7, of(maria))
    const before = trucks.get(7)
    expect(before).toEqual(of(maria))
    await eventually(() => expect(page.local.getItem(TRUCKS_OF_7)).not.toBeNull())
    expect(trucks.get(7)).toBe(before)
    trucks.set(7, of(omar))
    trucks.set(7, of(maria, omar))
    expect(trucks.get(7)).toEqual(of(maria, omar))
    await eventually(async () => expect(await found('trucks', 7)).toEqual(of(maria, omar)))
  })

  test('that another tab has made is heard of, and no other', async () => {
    const trucks = storeOf('trucks')
    await choose(trucks, 7, omar)
    const heard = vi.fn()
    const stop = trucks.subscribe(heard)
    const written = (key: string | null) => page.window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    written('haulyard:chosen-drivers:7')
    expect(heard).toHaveBeenCalledTimes(0)
    await keep(JSON.stringify(of(maria)))
    written(TRUCKS_OF_7)
    written(null)
    expect(heard).toHaveBeenCalledTimes(2)
    // Until it is opened, the former one stands.
    expect(trucks.get(7)).toEqual(of(omar))
    await eventually(() => expect(trucks.get(7)).toEqual(of(maria)))
    stop()
    heard.mockClear()
    written(TRUCKS_OF_7)
    expect(heard).toHaveBeenCalledTimes(0)
  })

  test('that the browser can’t keep holds until the app is closed', async () => {
    const refuse = vi.spyOn(page.local, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const trucks = storeOf('trucks')
    trucks.set(7, of(maria))
    await eventually(() => expect(refuse).toHaveBeenCalled())
    expect([trucks.get(7), await found('trucks', 7)]).toEqual([of(maria), NONE])
    refuse.mockRestore()
    await choose(trucks, 7, omar)
    expect([trucks.get(7), await found('trucks', 7)]).toEqual([of(omar), of(omar)])
  })

  test('leaves the device with its person, also one that is being kept, and nobody else’s does', async () => {
    const trucks = storeOf('trucks')
    await choose(trucks, 7, maria)
    await choose(storeOf('drivers'), 7, maria)
    await choose(storeOf('trucks'), 17, omar)
    page.local.setItem('haulyard:density:7', 'compact')
    trucks.set(7, of(omar))
    forgetChoices('7')
    sealerNow = null
    await eventually(() => expect(trucks.get(7)).toEqual(NONE))
    expect(Object.keys(page.local).toSorted()).toEqual(['haulyard:chosen-trucks:17', 'haulyard:density:7'])
  })

  test('that an older version has left in clear holds, and is sealed', async () => {
    const inClear = JSON.stringify(of(maria, omar))
    page.local.setItem(TRUCKS_OF_7, inClear)
    page.local.setItem('haulyard:chosen-drivers:8', inClear)
    expect(await found('trucks', 7)).toEqual(of(maria, omar))
    const sealed = page.local.getItem(TRUCKS_OF_7)
    expect(sealed).not.toContain('Maria')
    expect(page.local.getItem('haulyard:chosen-drivers:8')).toBe(inClear)
    expect(await found('trucks', 7)).toEqual(of(maria, omar))
    expect(page.local.getItem(TRUCKS_OF_7)).toBe(sealed)
  })
})
