import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

/** The users of inspection tests, and helpers to create reports. */
export interface Yard {
  readonly greg: Caller
  readonly gregId: number
  readonly admin: Caller
  /** The body of a new report by Greg on truck 1042. `over` replaces fields. */
  readonly report: (over?: Record<string, unknown>) => Record<string, unknown>
  /** Creates a report and returns it. */
  readonly createReport: (over?: Record<string, unknown>) => Promise<Inspection>
}

const AREAS = ['maintenance', 'trucks', 'trailers'] as const

/** Sets up a company with Greg, its fleet manager, an administrator, truck 1042 and trailer TL-1. */
async function openYard(site: TestApp): Promise<Yard> {
  await emptyTables(site.db)
  site.files.bytesByName.clear()
  site.clock.now = NOW
  const gregId = await hire(site.db, {
    ...{ first_name: 'Greg', last_name: 'Novak', role: 'fleet_manager' },
    ...{ view: AREAS, edit: AREAS },
  })
  const greg = await site.as(gregId)
  const admin = await site.as(await hire(site.db, { first_name: 'Ann', last_name: 'Lee', role: 'administrator' }))
  await greg('POST', '/api/trucks/', { body: aTruck('1042', { miles_driven: 100_000 }) })
  await greg('POST', '/api/trailers/', { body: aTrailer({ id: 'TL-1' }) })
  const report = (over: Record<string, unknown> = {}) => ({
    ...{ fleet_manager: gregId, transport: '1042', career: 'Joliet Truck Care', total_cost: 412.5 },
    ...{ service_type: 'pm_a', report_type: 'no_defect', approved_date: '2026-11-21', approved_by: gregId },
    ...over,
  })
  return {
    ...{ greg, gregId, admin, report },
    async createReport(over) {
      const { status, body, text } = await greg('POST', ALL, { body: report(over) })
      if (status !== 201) throw new Error(`${status} ${text}`)
      return body
    },
  }
}

/** Gives each test of a file such a company, on one server per file. `ALL` is the path of all inspections. */
export function yardForEach(): { readonly site: TestApp; readonly yard: Yard } {
  const site = {} as TestApp
  const yard = {} as Yard
  beforeAll(async () => {
    Object.assign(site, await testApp())
  })
  beforeEach(async () => {
    Object.assign(yard, await openYard(site))
  })
  afterAll(() => site.close())
  return { site, yard }
}
export const ALL = '/api/maintenance/inspections/'

/** A defect in the body of a new report. */
export const aFault = (over: Record<string, unknown> = {}) => ({
  ...{ defect_type: 'tires', urgency: 'major', description: 'Cords showing' },
  ...over,
})
/** The other fields that a report with a defect needs. */
export const FAULTY = { report_type: 'defect', due_date: '2026-12-01' } as const
