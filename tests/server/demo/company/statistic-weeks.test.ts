import { describe, expect, test } from 'vitest'
import { demoCompany } from '#server/demo/company/company.ts'

const TODAY = '2026-11-21'
const weeks = demoCompany(60, TODAY).statistics

describe('the statistic weeks of the demo company', () => {
  test('are the 26 Sundays up to the current week’s', () => {
    expect(weeks).toHaveLength(26)
    expect([weeks[0]?.sunday, weeks[25]?.sunday]).toEqual(['2026-05-24', '2026-11-15'])
    expect(demoCompany(60, '2026-11-22').statistics.at(-1)?.sunday).toBe('2026-11-22')
  })

  test('count every driver employed that Sunday by the planned status of that day', () => {
    const { drivers } = demoCompany(60, TODAY)
    const plan = drivers.flatMap(({ runs }) => runs.find(({ from, to }) => from <= -6 && -6 <= to)?.status ?? [])
    const last = weeks[25]?.drivers
    expect(last?.total).toBe(plan.length)
    for (const status of new Set(plan)) expect(last?.[status]).toBe(plan.filter((one) => one === status).length)
    for (const { drivers: counts } of weeks) {
      const { total, ...statuses } = counts
      expect(Object.values(statuses).reduce((sum, one) => sum + one, 0)).toBe(total)
    }
  })

  test('show a company that grows', () => {
    const [first, last] = [weeks[0], weeks[25]]
    expect(first && last && first.total_trucks < last.total_trucks).toBe(true)
    expect(first && last && first.total_workers < last.total_workers).toBe(true)
  })
})
