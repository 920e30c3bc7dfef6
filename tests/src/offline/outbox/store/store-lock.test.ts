import { expect, test } from 'vitest'
import type { Transactions } from '#src/offline/outbox/ports.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import { FakeDisk, FakeTab, fakeStore } from '#tests/support/offline/offline-device.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { takenAway } from '#tests/support/offline/offline-locks.ts'

function aDevice() {
  const disk = new FakeDisk()
  const store = fakeStore(disk, new FakeTab(() => 0))
  return { disk, store }
}

const keep = (store: Transactions, seq: number) => store.write((tx) => tx.putEntry(anEntry({ seq })))

test('what is to be written after the lock is lost is not written, and all is done anew under the lock', async () => {
  const { disk, store } = aDevice()
  const { locks, holds, take } = takenAway()
  let reads = 0
  const work = async (held: Transactions) => {
    await held.read((tx) => tx.entries())
    reads += 1
    if (reads === 1) take()
    await keep(held, reads)
    return reads
  }
  expect(await underStoreLock({ store, locks }, '7', 'exclusive', work)).toBe(2)
  expect([...disk.content.entries.keys()]).toEqual([2])
  expect(holds).toHaveLength(2)
})

test('what was written before the lock is lost is not written once more', async () => {
  const { disk, store } = aDevice()
  const { locks, holds, take } = takenAway()
  const work = async (held: Transactions) => {
    await keep(held, 1)
    take()
    // As what comes after the one write does, lock or not.
    await keep(store, 2)
    return 'kept'
  }
  expect(await underStoreLock({ store, locks }, '7', 'shared', work)).toBe('kept')
  expect([...disk.content.entries.keys()]).toEqual([1, 2])
  expect(holds).toHaveLength(1)
})

test('what fails by itself is not tried again', async () => {
  const { store } = aDevice()
  const { locks, holds, take } = takenAway()
  const failing = underStoreLock({ store, locks }, '7', 'shared', async () => {
    take()
    throw new RangeError('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(holds).toHaveLength(1)
})
