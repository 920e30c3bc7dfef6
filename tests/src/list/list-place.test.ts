import { expect, test } from 'vitest'
import { placeIn, rememberPlace } from '#src/list/grid/list-place.ts'
import { REFRESH_PULL, signOffset } from '#src/list/use-pull.ts'

const place = (top: number) => ({ top, row: null, layout: '1 × 390', sizes: [] })

test('a list is found where it was left last, another one where that was', () => {
  expect(placeIn('drivers')).toBeNull()
  rememberPlace('drivers', place(100))
  rememberPlace('drivers', place(900))
  rememberPlace('users', place(5))
  expect([placeIn('drivers')?.top, placeIn('users')?.top]).toEqual([900, 5])
})

test('places do not pile up: the list that was left longest ago begins at its top again', () => {
  rememberPlace('first', place(1))
  for (let at = 0; at < 29; at += 1) rememberPlace(`other ${at}`, place(at))
  expect(placeIn('first')?.top).toBe(1)
  rememberPlace('one more', place(2))
  expect(placeIn('first')).toBeNull()
})

test('a pull follows the finger half as far, up to an end that is past what refreshes', () => {
  expect([signOffset(-30), signOffset(0), signOffset(40)]).toEqual([0, 0, 20])
  expect(signOffset(REFRESH_PULL * 2)).toBe(REFRESH_PULL)
  expect(signOffset(10_000)).toBeGreaterThan(REFRESH_PULL)
  expect(signOffset(10_000)).toBe(signOffset(1_000))
})
