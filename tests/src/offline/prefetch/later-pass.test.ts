import { expect, test, vi } from 'vitest'
import type { DataArea } from '#contract/wire/data-areas.ts'
import { LaterPass } from '#src/offline/prefetch/later-pass.ts'
import type { PrefetchRequest } from '#src/offline/prefetch/prefetch-state.ts'

/** A device that reports each prefetch. `pass` lets time pass until the next one. */
function aDevice(isMetered = false) {
  let now = 0
  let due: { readonly at: number; readonly work: () => void } | null = null
  const fetchPrefetchSet = vi.fn<(request: PrefetchRequest) => Promise<void>>(async () => undefined)
  const refresh = new LaterPass({
    fetchPrefetchSet,
    isMetered: () => isMetered,
    now: () => now,
    after: (milliseconds, work) => {
      due = { at: now + milliseconds, work }
      return () => {
        due = null
      }
    },
  })
  const pass = () => {
    now = due?.at ?? now
    due?.work()
    return now
  }
  const wants = (...areas: readonly DataArea[]) => {
    const request = fetchPrefetchSet.mock.lastCall?.[0]
    return typeof request === 'function' && request({ areas })
  }
  return { refresh, pass, wants, fetchPrefetchSet }
}

test('a colleague’s change refetches the stored queries that show its area, whatever their key', () => {
  const { refresh, pass, wants } = aDevice()
  refresh.note(['drivers'])
  refresh.note(['contacts'])
  expect(pass()).toBe(30_000)
  expect([wants('schedule', 'drivers'), wants('contacts'), wants('trucks'), wants()]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('the next changes wait for the rest of five minutes, and only they are refetched then', () => {
  const { refresh, pass, wants } = aDevice()
  refresh.note(['drivers'])
  pass()
  refresh.note(['trucks'])
  expect(pass()).toBe(30_000 + 5 * 60_000)
  expect([wants('drivers'), wants('trucks')]).toEqual([false, true])
})

test('nothing is prefetched on a metered connection or after the end', () => {
  const metered = aDevice(true)
  metered.refresh.note(['drivers'])
  metered.pass()
  const ended = aDevice()
  ended.refresh.note(['drivers'])
  ended.refresh.stop()
  ended.pass()
  for (const { fetchPrefetchSet } of [metered, ended]) expect(fetchPrefetchSet).not.toHaveBeenCalled()
})

test('the user’s own changes are refetched on a metered connection, too, and the user learns when that is done', async () => {
  const { refresh, pass, wants } = aDevice(true)
  refresh.note(['trucks'])
  const done = refresh.noteOwn(['drivers'])
  pass()
  await done
  expect([wants('drivers'), wants('trucks')]).toEqual([true, false])
})

test('a failed pass rejects for the changes in it, and the next pass has only later changes', async () => {
  const { refresh, pass, wants, fetchPrefetchSet } = aDevice()
  fetchPrefetchSet.mockRejectedValueOnce(new Error('no network'))
  const failed = refresh.noteOwn(['drivers'])
  pass()
  await expect(failed).rejects.toThrow('no network')
  const done = refresh.noteOwn(['trucks'])
  pass()
  await done
  expect([wants('drivers'), wants('trucks')]).toEqual([false, true])
})

test('a change that is noted during a pass belongs to the next one', async () => {
  const { refresh, pass, fetchPrefetchSet } = aDevice()
  const { promise, resolve } = Promise.withResolvers<void>()
  fetchPrefetchSet.mockReturnValueOnce(promise)
  const first = refresh.noteOwn(['drivers'])
  pass()
  const second = refresh.noteOwn(['drivers'])
  resolve()
  await first
  expect(fetchPrefetchSet).toHaveBeenCalledOnce()
  pass()
  await second
  expect(fetchPrefetchSet).toHaveBeenCalledTimes(2)
})

test('at the end, what waits for a pass is told that it does not come', async () => {
  const { refresh, pass, fetchPrefetchSet } = aDevice()
  const done = refresh.noteOwn(['drivers'])
  refresh.stop()
  await expect(done).rejects.toMatchObject({ name: 'AbortError' })
  pass()
  expect(fetchPrefetchSet).not.toHaveBeenCalled()
})
