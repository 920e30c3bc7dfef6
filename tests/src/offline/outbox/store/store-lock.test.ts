import { expect, test } from 'vitest'
import type { Transactions } from '#src/offline/outbox/ports.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import { FakeDisk, FakeTab, fakeStore } from '#tests/support/offline/offline-device.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { locksThatCanBeLost } from '#tests/support/offline/offline-locks.ts'

function aDevice() {
  const disk = new FakeDisk()
  const store = fakeStore(disk, new FakeTab(() => 0))
  return { disk, store }
}

const putEntry = (store: Transactions, seq: number) => store.write((tx) => tx.putEntry(anEntry({ seq })))

test('a write after the lock is lost is not done, and the whole work starts over under the lock', async () => {
  const { disk, store } = aDevice()
  const { locks, holds, take } = locksThatCanBeLost()
  let reads = 0
  const work = async (held: Transactions) => {
    await held.read((tx) => tx.entries())
    reads += 1
    if (reads === 1) take()
    await putEntry(held, reads)
    return reads
  }
  expect(await underStoreLock({ store, locks }, '7', 'exclusive', work)).toBe(2)
  expect([...disk.content.entries.keys()]).toEqual([2])
  expect(holds).toHaveLength(2)
})

test('a write done before the lock is lost is not repeated', async () => {
  const { disk, store } = aDevice()
  const { locks, holds, take } = locksThatCanBeLost()
  const work = async (held: Transactions) => {
    await putEntry(held, 1)
    take()
    // Writes that must happen even without the lock use the store itself.
    await putEntry(store, 2)
    return 'kept'
  }
  expect(await underStoreLock({ store, locks }, '7', 'shared', work)).toBe('kept')
  expect([...disk.content.entries.keys()]).toEqual([1, 2])
  expect(holds).toHaveLength(1)
})

test('an error of the work itself is not retried', async () => {
  const { store } = aDevice()
  const { locks, holds, take } = locksThatCanBeLost()
  const failing = underStoreLock({ store, locks }, '7', 'shared', async () => {
    take()
    throw new RangeError('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(holds).toHaveLength(1)
})
