import { expect, test } from 'vitest'
import { placeIn, rememberPlace } from '#src/list/grid/list-place.ts'
import { REFRESH_PULL, signOffset } from '#src/list/use-pull.ts'

const place = (top: number) => ({ top, row: null, layout: '1 × 390', sizes: [] })

test('the last scroll position is remembered, separately for each list', () => {
  // Other tests may have remembered positions under any fixed name.
  const [drivers, users] = [crypto.randomUUID(), crypto.randomUUID()]
  expect([placeIn(drivers), placeIn(users)]).toEqual([null, null])
  rememberPlace(drivers, place(100))
  rememberPlace(drivers, place(900))
  rememberPlace(users, place(5))
  expect([placeIn(drivers)?.top, placeIn(users)?.top]).toEqual([900, 5])
})

test('the number of remembered positions is limited: the list left longest ago starts at its top again', () => {
  rememberPlace('first', place(1))
  for (let at = 0; at < 29; at += 1) rememberPlace(`other ${at}`, place(at))
  expect(placeIn('first')?.top).toBe(1)
  rememberPlace('one more', place(2))
  expect(placeIn('first')).toBeNull()
})

test('the pull sign follows the finger at half its distance, up to an end beyond the refresh point', () => {
  expect([signOffset(-30), signOffset(0), signOffset(40)]).toEqual([0, 0, 20])
  expect(signOffset(REFRESH_PULL * 2)).toBe(REFRESH_PULL)
  expect(signOffset(10_000)).toBeGreaterThan(REFRESH_PULL)
  expect(signOffset(10_000)).toBe(signOffset(1_000))
})
