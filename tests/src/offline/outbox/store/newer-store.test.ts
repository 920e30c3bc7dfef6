import { expect, test, vi } from 'vitest'
import { type OutboxPorts, StoreTooNew } from '#src/offline/outbox/ports.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

test.each([
  ['newer', new StoreTooNew({})],
  ['storage', new DOMException('no storage here', 'InvalidStateError')],
  ['error', new TypeError('Map.groupBy is not a function')],
] as const)('a store that cannot be opened reports its reason (%s), and nothing is written', async (reason, error) => {
  for (const storage of ['indexedDB', 'caches']) vi.stubGlobal(storage, {})
  vi.stubGlobal('navigator', { locks: {} })
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const refuse = () => Promise.reject(error)
  const plant = (ports: OutboxPorts): OutboxPorts => ({
    ...ports,
    store: { ...ports.store, read: refuse, write: refuse },
  })
  const run = new OfflineRun(3, plant)
  await allTurns()
  const { outbox } = run.tabs[0]!
  expect(outbox.memory.snapshot()).toMatchObject({ state: 'broken', reason })
  expect(report.mock.calls).toEqual(reason === 'error' ? [[error]] : [])
  await expect(submitChange(outbox.acts, changeThing, { edit: 1, things: ['a'], field: 'status' }, 1)).rejects.toThrow()
  expect(run.disks.get(run.user)!.mirror.size).toBe(0)
})
