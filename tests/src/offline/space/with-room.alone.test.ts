import { beforeEach, expect, test, vi } from 'vitest'
import { setStorageTrouble, storageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { noteSpaceFound, withRoom } from '#src/offline/space/with-room.ts'

const room = vi.hoisted(() => ({ made: 0, isThere: true, isSlow: false }))
vi.mock('#src/offline/space/make-room.ts', () => ({
  makeRoom: () => {
    room.made += 1
    return room.isSlow ? new Promise(() => undefined) : Promise.resolve(room.isThere)
  },
}))
const full = () => new DOMException('full', 'QuotaExceededError')

/** A write that fails the first `times` times. */
const failing = (times: number, error: () => Error = full) => {
  let runs = 0
  return () => {
    runs += 1
    return runs > times ? Promise.resolve(runs) : Promise.reject(error())
  }
}
const FULL = { name: 'QuotaExceededError' }

beforeEach(() => {
  // Earlier writes that failed do not count any more.
  noteSpaceFound()
  Object.assign(room, { made: 0, isThere: true, isSlow: false })
  setStorageTrouble(null)
})

test('a write that fits deletes nothing', async () => {
  expect([await withRoom(failing(0)), room.made]).toEqual([1, 0])
})
test('on a full disk a write runs once more after stored responses have given way', async () => {
  expect([await withRoom(failing(1)), room.made, storageTrouble.get()]).toEqual([2, 1, null])
})
test('writes that fail together share what is freed', async () => {
  await Promise.all([withRoom(failing(1)), withRoom(failing(1)), withRoom(failing(1))])
  expect(room.made).toBe(1)
})
test('a disk that stays full is reported, and the write fails with its own error', async () => {
  await expect(withRoom(failing(2))).rejects.toMatchObject(FULL)
  expect([room.made, storageTrouble.get()]).toEqual([1, 'full'])
})
test('what gave way in vain is not followed by more until a change was kept; a smaller write that fits proves nothing', async () => {
  await expect(withRoom(failing(2))).rejects.toMatchObject(FULL)
  await withRoom(failing(0))
  expect(storageTrouble.get()).toBe('full')
  await expect(withRoom(failing(1))).rejects.toMatchObject(FULL)
  expect(room.made).toBe(1)
  noteSpaceFound()
  expect(storageTrouble.get()).toBeNull()
  expect([await withRoom(failing(1)), room.made]).toEqual([2, 2])
})
test('a write runs once when nothing can give way, and when its error is another one', async () => {
  room.isThere = false
  const work = vi.fn(failing(1))
  await expect(withRoom(work)).rejects.toMatchObject(FULL)
  noteSpaceFound()
  const torn = vi.fn(failing(1, () => new Error('torn')))
  await expect(withRoom(torn)).rejects.toThrow('torn')
  expect([work.mock.calls.length, torn.mock.calls.length, room.made]).toEqual([1, 1, 1])
})
test('a kept change does not hide that the browser keeps nothing to read for another reason', () => {
  setStorageTrouble('unavailable')
  noteSpaceFound()
  expect(storageTrouble.get()).toBe('unavailable')
})

test('the user waits five seconds for room, and no longer', async () => {
  vi.useFakeTimers()
  room.isSlow = true
  const written = withRoom(failing(1)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await written).toMatchObject(FULL)
})
