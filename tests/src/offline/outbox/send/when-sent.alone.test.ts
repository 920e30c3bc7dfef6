import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noteHostProof } from '#src/api/fetch-verified.ts'
import { noteBackgroundSync, sentLater, whenSent } from '#src/offline/outbox/send/when-sent.ts'
import { browserChoice } from '#src/session/session-ports.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'

beforeAll(() => void openPage())
afterAll(() => {
  vi.unstubAllGlobals()
})

test('sending without the app is promised only where the browser starts the worker, at a proven host, and to a remembered user', () => {
  browserChoice.write(true)
  expect(whenSent()).toBe('when you’re back online and Haulyard is open')
  noteBackgroundSync(true)
  expect(whenSent()).toBe('when you’re back online and Haulyard is open')
  noteHostProof('yes')
  expect(whenSent()).toBe('when you’re back online')
  expect(sentLater()).toBe('The server can’t be reached now. What waits is sent when you’re back online.')
  browserChoice.write(false)
  expect(whenSent()).toBe('when you’re back online and Haulyard is open')
  browserChoice.write(true)
  noteBackgroundSync(false)
  expect(whenSent()).toBe('when you’re back online and Haulyard is open')
})
