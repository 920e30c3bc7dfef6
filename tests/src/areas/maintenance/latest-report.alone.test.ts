import { beforeEach, expect, test } from 'vitest'
import { createInspection } from '#src/areas/maintenance/changes/new-inspection-commands.ts'
import { everyInspection } from '#src/areas/maintenance/inspection-queries.ts'
import { latestReport } from '#src/areas/maintenance/latest-report.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { aNewInspection, TRAILER, TRUCK } from '#tests/support/builders/a-new-inspection.ts'
import { anInspection } from '#tests/support/builders/an-inspection.ts'

const TODAY = '2026-11-23'
const rows = [
  anInspection({ id: 8, service_type: 'pm_a' }),
  anInspection({ id: 9, service_type: 'pm_a', is_latest: false }),
  anInspection({ id: 6, service_type: 'pm_b' }),
  anInspection({ id: 5, service_type: 'pm_a', transport: TRAILER }),
]
const NOTHING_WAITS = foldOf([])

beforeEach(() => {
  queryClient.clear()
  openPage()
  queryClient.setQueryData(everyInspection(TODAY).options.queryKey, {
    data: { rows, count: rows.length, next: null },
    asOf: 1_790_000_000_000,
    source: 'network',
  })
})

test('the latest report of a service on a unit is found among the stored reports', async () => {
  expect(await latestReport(TRUCK, 'pm_a', TODAY, NOTHING_WAITS)).toEqual(rows[0])
  expect(await latestReport(TRAILER, 'pm_a', TODAY, NOTHING_WAITS)).toEqual(rows[3])
  expect(await latestReport(TRUCK, 'oil_change', TODAY, NOTHING_WAITS)).toBeNull()
})

test('the latest report is the one that waits on this device, if there is one', async () => {
  const waitingReport = aNewInspection({ supersedes: rows[0] ?? null })
  const fold = foldOf([{ effects: createInspection.effects(waitingReport), settled: null }])
  expect(await latestReport(TRUCK, 'pm_a', TODAY, fold)).toMatchObject({ client_id: waitingReport.client_id })
})

test('a device without stored reports finds no latest report', async () => {
  queryClient.clear()
  expect(await latestReport(TRUCK, 'pm_a', TODAY, NOTHING_WAITS)).toBeNull()
})
