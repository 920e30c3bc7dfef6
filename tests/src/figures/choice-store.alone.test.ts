import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { choiceStore, MOST_CHOSEN } from '#src/figures/choice-store.ts'
import { forgetChosen } from '#src/offline/chosen-items.ts'
import { openPage } from '#tests/support/fake-browser.ts'

const schema = z.object({ id: z.int(), name: z.string() })
const storeOf = (name: string) => choiceStore({ name, schema, keyOf: ({ id }) => `${id}` })
const [maria, omar] = [
  { id: 1, name: 'Maria Lopez' },
  { id: 2, name: 'Omar Haddad' },
]
const of = (...chosen: readonly (typeof maria)[]) => ({ chosen, at: 1_790_000_000_000 })
const NONE = { chosen: [], at: 0 }
const TRUCKS_OF_7 = 'haulyard:chosen-trucks:7'

let page = openPage()
beforeEach(() => {
  page = openPage()
})

describe('a choice', () => {
  test('is kept on the device, each under a name of its own, for each person alone', () => {
    storeOf('trucks').set(7, of(maria))
    storeOf('drivers').set(7, of(omar))
    expect(page.local.getItem(TRUCKS_OF_7)).toBe(JSON.stringify(of(maria)))
    expect([storeOf('trucks').get(7), storeOf('drivers').get(7)]).toEqual([of(maria), of(omar)])
    expect([storeOf('trucks').get(8), storeOf('trucks').get(70)]).toEqual([NONE, NONE])
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
      JSON.stringify({ at: 1, chosen: Array.from({ length: MOST_CHOSEN + 1 }, (_, id) => ({ id, name: '' })) }),
    ],
  ])('that was kept as something that is %s is of all', (_, text) => {
    if (text !== null) page.local.setItem(TRUCKS_OF_7, text)
    expect(storeOf('trucks').get(7)).toEqual(NONE)
  })

  test('has each but once, and nothing that does not belong to it', () => {
    page.local.setItem(TRUCKS_OF_7, JSON.stringify({ at: 5, chosen: [maria, { ...omar, secret: 1 }, maria] }))
    expect(storeOf('trucks').get(7)).toEqual({ at: 5, chosen: [maria, omar] })
  })

  test('is the same value until there is another, so that nothing is drawn again for it', () => {
    const trucks = storeOf('trucks')
    trucks.set(7, of(maria))
    expect(trucks.get(7)).toBe(trucks.get(7))
    const before = trucks.get(7)
    trucks.set(7, of(omar))
    expect(trucks.get(7)).not.toBe(before)
  })

  test('that another tab has made is heard of, and no other', () => {
    const heard = vi.fn()
    const stop = storeOf('trucks').subscribe(heard)
    const written = (key: string | null) => page.window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    written('haulyard:chosen-drivers:7')
    expect(heard).toHaveBeenCalledTimes(0)
    written(TRUCKS_OF_7)
    written(null)
    expect(heard).toHaveBeenCalledTimes(2)
    stop()
    written(TRUCKS_OF_7)
    expect(heard).toHaveBeenCalledTimes(2)
  })

  test('that the browser can’t keep holds until the app is closed', () => {
    const refuse = vi.spyOn(page.local, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const trucks = storeOf('trucks')
    trucks.set(7, of(maria))
    expect([trucks.get(7), storeOf('trucks').get(7)]).toEqual([of(maria), NONE])
    refuse.mockRestore()
    trucks.set(7, of(omar))
    expect([trucks.get(7), storeOf('trucks').get(7)]).toEqual([of(omar), of(omar)])
  })

  test('leaves the device with its person, and nobody else’s does', () => {
    storeOf('trucks').set(7, of(maria))
    storeOf('drivers').set(7, of(maria))
    storeOf('trucks').set(17, of(omar))
    page.local.setItem('haulyard:density:7', 'compact')
    forgetChosen('7')
    expect(Object.keys(page.local).toSorted()).toEqual(['haulyard:chosen-trucks:17', 'haulyard:density:7'])
  })
})
