import { expect, test, vi } from 'vitest'
import { type OutboxPorts, StoreTooNew } from '#src/offline/outbox/ports.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

test('an outbox whose storage failed opens again on its own once the storage works', async () => {
  let isBroken = true
  const run = new OfflineRun(3, (ports) => {
    const whenItWorks = <T>(work: () => Promise<T>) =>
      isBroken ? Promise.reject(new DOMException('no storage here', 'InvalidStateError')) : work()
    return { ...ports, store: { ...ports.store, read: (look) => whenItWorks(() => ports.store.read(look)) } }
  })
  await allTurns()
  const { memory, acts } = run.tabs[0]!.outbox
  expect(memory.snapshot()).toMatchObject({ state: 'broken', reason: 'storage' })
  await run.clock.advance(10_000, allTurns)
  expect(memory.snapshot().state).toBe('broken')
  isBroken = false
  await run.clock.advance(10_000, allTurns)
  expect(memory.snapshot().state).toBe('idle')
  await submitChange(acts, changeThing, { edit: 1, things: ['a'], field: 'status' }, 1)
  expect(run.disks.get(run.user)!.mirror.size).toBe(1)
})

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
