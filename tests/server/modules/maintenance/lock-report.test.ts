import { beforeEach, expect, test } from 'vitest'
import type { Sql } from '#server/db/db.ts'
import { lockReportWithUnits } from '#server/modules/maintenance/lock-report.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { yardForEach } from '#tests/support/yard/inspected-yard.ts'

const { site, yard } = yardForEach()
let id: number
beforeEach(async () => {
  await yard.greg('POST', '/api/trucks/', { body: aTruck('1043') })
  id = (await yard.createReport()).id
})

/** Changes that another user makes to the report. */
const OTHER_CHANGES = {
  moved: `update inspections set unit_id = '1043', unit_name = '1043' where id = $1`,
  deleted: 'delete from inspections where id = $1',
} as const
type OtherChange = keyof typeof OTHER_CHANGES

/** Records the names of statements in order, and makes another user's change right after the unit's name was read. */
function recordingSql(sql: Sql, names: string[], between?: OtherChange): Sql {
  return {
    async query<Row>(name: string, text: string, params?: readonly unknown[]) {
      const rows = await sql.query<Row>(name, text, params)
      names.push(name)
      if (between && name === 'inspections.unit_name') await sql.query(`test.${between}`, OTHER_CHANGES[between], [id])
      return rows
    },
    afterCommit: (work) => sql.afterCommit(work),
  }
}
const lockReport = (names: string[], between?: OtherChange, to?: string) =>
  site.db.tx((sql) => lockReportWithUnits(recordingSql(sql, names, between), id, to))

test('the units are locked before the report, in the same order as when a report is created, to avoid deadlocks', async () => {
  const names: string[] = []
  const { report, units } = await lockReport(names, undefined, '1043')
  expect(names).toEqual([
    'inspections.unit_name',
    'inspections.lock_units',
    'inspections.units_locked',
    'inspections.lock_report',
  ])
  expect([report.unit_name, units.map((unit) => unit.id)]).toEqual(['1042', ['1042', '1043']])
})

test('a report that is moved before its unit is locked is busy: its new unit is not locked', async () => {
  await expect(lockReport([], 'moved')).rejects.toMatchObject({
    status: 409,
    body: { detail: 'Another user is moving this inspection to another unit just now.' },
  })
})

test('a report that is deleted before its unit is locked is not found', async () => {
  await expect(lockReport([], 'deleted')).rejects.toMatchObject({ status: 404 })
})
