import { expect } from 'vitest'
import type { Engine } from '#src/offline/outbox/engine.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { allTurns } from './offline-device.ts'
import type { OfflineRun } from './offline-run.ts'

/** The outbox of the tab that was opened last. */
export const newestOutbox = (run: OfflineRun): Engine => run.tabs.at(-1)!.outbox
export const entries = (run: OfflineRun): readonly OutboxEntry[] => newestOutbox(run).memory.snapshot().entries

/** Whether the first entry failed and waits for its next try. */
export const waitsForRetry = (run: OfflineRun): boolean =>
  entries(run)[0]?.state === 'waiting' && entries(run)[0]!.nextTryAt > 0
export const isDone = (run: OfflineRun) => (): boolean => run.server.history.length === 1 && entries(run).length === 0

/** Runs work that waits for no timer until `isSo`. It takes many turns: file content is read outside the usual ones. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo() && turns < 3000; turns += 1) await allTurns()
  expect(isSo()).toBe(true)
}

/** Like `until`, but time passes too, so that waiting entries are retried. */
export async function untilLater(run: OfflineRun, isSo: () => boolean): Promise<void> {
  for (let rounds = 0; !isSo() && rounds < 20; rounds += 1) {
    await run.clock.advance(60_000, allTurns)
    for (let turns = 0; !isSo() && turns < 300; turns += 1) await allTurns()
  }
  expect(isSo()).toBe(true)
}

/** Kills the page and opens the app again. */
export async function restart(run: OfflineRun, wipe: 'none' | 'store' | 'mirror' = 'none'): Promise<void> {
  await run.step({ do: 'crash', wipe })
  await run.step({ do: 'open' })
  await newestOutbox(run).ready()
}
