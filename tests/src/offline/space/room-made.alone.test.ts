import { expect, test } from 'vitest'
import { forgetRoomMade, noteRoomMade, wasRoomMade } from '#src/offline/space/room-made.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'

openPage()
const HOUR = 60 * 60_000
const AT = Date.UTC(2026, 10, 30, 9)

test('what made room is held back for a day, for its user only, until the user wants it again', () => {
  expect(wasRoomMade('7', AT)).toBe(false)
  noteRoomMade('7', AT)
  expect([wasRoomMade('7', AT), wasRoomMade('7', AT + 23 * HOUR), wasRoomMade('8', AT)]).toEqual([true, true, false])
  expect(wasRoomMade('7', AT + 25 * HOUR)).toBe(false)
  // A clock that was set back by a week must not hold it back for a week.
  expect(wasRoomMade('7', AT - 7 * 24 * HOUR)).toBe(false)
  forgetRoomMade('7')
  expect(wasRoomMade('7', AT)).toBe(false)
})
