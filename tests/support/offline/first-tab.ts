import { allTurns } from './offline-device.ts'
import type { OfflineRun } from './offline-run.ts'
import { thingKind } from './offline-things.ts'

/** The outbox of the first tab of a run. */
export const first = (run: OfflineRun) => run.tabs[0]!.outbox

/** The edits of the thing `a` that the first tab shows, over a row of the server without any. */
export const editsShown = (run: OfflineRun) =>
  first(run).memory.snapshot().fold.row(thingKind, { key: 'a', edits: [] }).edits

/** The states of all entries that the first tab knows. */
export const states = (run: OfflineRun) =>
  first(run)
    .memory.snapshot()
    .entries.map((entry) => entry.state)

/** What the device stores for the signed-in user. */
export const disk = (run: OfflineRun) => run.disks.get(run.user)!

/** Lets time pass. */
export const wait = (run: OfflineRun, ms = 60_000) => run.clock.advance(ms, allTurns)
