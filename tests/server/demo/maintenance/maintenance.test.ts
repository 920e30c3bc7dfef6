import { describe, expect, test } from 'vitest'
import { inspectionValidUntil } from '#contract/maintenance/fleet-health.ts'
import { newInspection } from '#contract/maintenance/inspection-changes.ts'
import { checklistOf, PLANNED_SERVICES } from '#contract/maintenance/maintenance-choices.ts'
import { demoCompany } from '#server/demo/company/company.ts'

const TODAY = '2026-11-21'
const OLDEST = '2025-09-22'
const company = demoCompany(60, TODAY)
const generated = company.maintenance()
const { inspections, findings, comments, attachments } = generated
const unitOf = new Map(company.units.map((unit) => [unit.id, unit]))
const byId = new Map(inspections.map((one) => [one.id, one]))
const latestOf = (unit: string) => inspections.filter((one) => one.unit_id === unit && one.is_latest)
const noUser = { role: '' }
const roleOf = (id: number | null) => (company.users.find((user) => user.id === id) ?? noUser).role
const isTrip = (service: string) => service === 'pre_trip' || service === 'post_trip'

describe('the maintenance of the demo company', () => {
  test('is the same every time for the same day; for another day only the dates move', () => {
    expect(demoCompany(60, TODAY).maintenance()).toEqual(generated)
    const later = demoCompany(60, '2027-03-03').maintenance()
    expect(later.inspections.map(({ unit_id, service_type, note }) => [unit_id, service_type, note])).toEqual(
      inspections.map(({ unit_id, service_type, note }) => [unit_id, service_type, note]),
    )
    expect(later.inspections[0]?.date).not.toBe(inspections[0]?.date)
  })

  test.each([
    [60, 400],
    [240, 1600],
    [500, 3333],
  ])('of %i drivers has %i reports', (drivers, reports) => {
    expect(demoCompany(drivers, TODAY).maintenance().inspections).toHaveLength(reports)
  })

  test.each([1, 2, 7, 12])('of %i drivers refers only to existing units and covers every defect', (drivers) => {
    const small = demoCompany(drivers, TODAY)
    const units = new Set(small.units.map((unit) => unit.id))
    const { inspections, findings } = small.maintenance()
    expect(inspections.filter((one) => !units.has(one.unit_id))).toEqual([])
    expect(findings.map((one) => one.defect_id).sort()).toEqual([...small.defects()].map((one) => one.id).sort())
  })

  test('covers up to fourteen months until today, oldest report first', () => {
    const dates = inspections.map((one) => one.date)
    expect(dates).toEqual([...dates].sort())
    expect(dates[0] && dates[0] >= OLDEST && dates[0] < '2026-01-01').toBe(true)
    expect((dates.at(-1) ?? '9') <= TODAY).toBe(true)
    expect(inspections.map((one) => one.id)).toEqual(inspections.map((_, index) => index + 1))
  })

  test('has the kind and model of each unit', () => {
    for (const one of inspections) {
      const unit = unitOf.get(one.unit_id)
      expect([one.unit_kind, one.unit_model]).toEqual([unit?.kind, unit?.transport_model])
    }
  })

  test('has reports that the contract accepts', () => {
    for (const one of inspections) {
      const found = findings.filter(({ inspection_id }) => inspection_id === one.id)
      const defects = [...company.defects()].filter(({ id }) => found.some(({ defect_id }) => defect_id === id))
      const body = {
        ...{ fleet_manager: one.fleet_manager_id, transport: one.unit_id, career: one.career, note: one.note },
        ...{ total_cost: one.total_cost, odometer: one.odometer, service_type: one.service_type },
        ...{ report_type: one.report_type, due_date: one.due_date, due_mileage: one.due_mileage },
        ...{ defects: defects.map(({ defect_type, urgency, description }) => ({ defect_type, urgency, description })) },
        checklist: one.checklist,
      }
      const parsed = newInspection.safeParse(body)
      expect(parsed.error?.issues ?? [], `${one.id} ${one.service_type}`).toEqual([])
    }
  })
})

describe('reports and their units', () => {
  test('the last annual inspection of a unit has the unit’s inspection date and is valid for twelve months', () => {
    for (const unit of company.units) {
      const annual = latestOf(unit.id).find((one) => one.service_type === 'annual_inspection')
      expect([annual?.date, annual?.due_date], unit.id).toEqual([
        unit.inspection_passed_date,
        inspectionValidUntil(unit.inspection_passed_date),
      ])
    }
  })

  test('a unit’s next service is the earliest due date of its latest reports', () => {
    const planned = company.units.flatMap((unit) => {
      const days = latestOf(unit.id).filter((one) => PLANNED_SERVICES.includes(one.service_type))
      const due = days.flatMap(({ due_date }) => due_date ?? []).sort()
      return due.length === 0 ? [] : [[unit.id, due[0], unit.next_service_date]]
    })
    expect(planned.filter(([, due, next]) => due !== next)).toEqual([])
    const trucks = company.units.filter(({ kind }) => kind === 'truck').length
    expect(planned.length).toBeGreaterThan(trucks)
  })

  test('only the latest report of each unit and service is marked', () => {
    const last = new Map(inspections.map((one) => [`${one.unit_id} ${one.service_type}`, one.id]))
    expect(inspections.filter((one) => one.is_latest).map((one) => one.id)).toEqual(
      [...last.values()].sort((a, b) => a - b),
    )
  })

  test('odometers never fall, and never exceed the unit’s miles today', () => {
    for (const unit of company.units) {
      const read = inspections.flatMap((one) => (one.unit_id === unit.id ? (one.odometer ?? []) : []))
      expect(read).toEqual([...read].sort((a, b) => a - b))
      expect(read.every((miles) => miles >= 0 && miles <= unit.miles_driven)).toBe(true)
    }
    const unknown = inspections.filter((one) => one.odometer === null)
    expect(unknown.length).toBeLessThan(12)
  })

  test('only oil changes are due by miles: some overdue, some soon, most later, some without miles', () => {
    const oil = inspections.filter((one) => one.service_type === 'oil_change')
    expect(inspections.filter((one) => (one.due_mileage === null) === (one.service_type === 'oil_change'))).toEqual([])
    for (const { odometer, due_mileage } of oil.filter((one) => one.is_latest && one.due_mileage))
      expect(due_mileage).toBeGreaterThan(odometer ?? Number.NaN)
    const left = oil
      .filter((one) => one.is_latest && one.due_mileage)
      .map((one) => (one.due_mileage ?? 0) - (unitOf.get(one.unit_id)?.miles_driven ?? 0))
    expect(left.filter((miles) => miles < 0).length).toBeGreaterThan(0)
    expect(left.filter((miles) => miles >= 0 && miles <= 3000).length).toBeGreaterThan(2)
    expect(left.filter((miles) => miles > 3000).length).toBeGreaterThan(left.length / 2)
    expect(oil.some((one) => one.due_mileage === 0)).toBe(true)
  })

  test('some due dates are past, some this week, most later', () => {
    const due = inspections.filter((one) => one.is_latest).flatMap((one) => one.due_date ?? [])
    const share = (days: readonly string[]) => days.length / due.length
    expect(share(due.filter((day) => day < TODAY))).toBeGreaterThan(0.02)
    expect(share(due.filter((day) => day < TODAY))).toBeLessThan(0.15)
    expect(share(due.filter((day) => day >= TODAY && day <= '2026-11-28'))).toBeGreaterThan(0.02)
    expect(share(due.filter((day) => day > '2026-11-28'))).toBeGreaterThan(0.7)
  })

  test('only reefers have services of a cooling unit', () => {
    const reefers = inspections.filter((one) => one.service_type === 'reefer_service')
    expect(reefers.length).toBeGreaterThan(3)
    expect(reefers.every((one) => unitOf.get(one.unit_id)?.type === 'reefer')).toBe(true)
  })

  test('a walkaround checks every part of the unit, and at least 45 percent find no defect', () => {
    const trips = inspections.filter((one) => isTrip(one.service_type))
    expect(trips.length).toBeGreaterThan(30)
    for (const one of trips)
      expect(one.checklist.map(({ part }) => part)).toEqual(checklistOf(one.unit_kind).map(({ value }) => value))
    const large = demoCompany(600, TODAY)
      .maintenance()
      .inspections.filter((one) => isTrip(one.service_type))
    const clean = large.filter((one) => one.checklist.every(({ found }) => found !== 'defect'))
    expect(clean.length / large.length).toBeGreaterThan(0.45)
  })
})

describe('the findings', () => {
  const defects = new Map([...company.defects()].map((one) => [one.id, one]))

  test('each defect belongs to one report of its unit and of the day on which it was found', () => {
    expect(findings.map((one) => one.defect_id).sort((a, b) => a - b)).toEqual([...defects.keys()])
    for (const { defect_id, inspection_id } of findings) {
      const [defect, report] = [defects.get(defect_id), byId.get(inspection_id)]
      expect([report?.unit_id, report?.date, report?.report_type]).toEqual([
        defect?.unit_id,
        defect?.found_on,
        'defect',
      ])
    }
    const faulty = inspections.filter((one) => one.report_type === 'defect')
    expect(faulty.map((one) => one.id)).toEqual(
      [...new Set(findings.map((one) => one.inspection_id))].sort((a, b) => a - b),
    )
  })

  test('major defects were found in a walkaround or a repair', () => {
    for (const { defect_id, inspection_id } of findings) {
      if (defects.get(defect_id)?.urgency !== 'major') continue
      expect(['pre_trip', 'post_trip', 'repair']).toContain(byId.get(inspection_id)?.service_type)
    }
  })

  test('repaired and deferred defects have a signature, dated the same day or later; open ones have none', () => {
    for (const { defect_id, settled_by, settled_date, settled_note } of findings) {
      const { state, found_on } = defects.get(defect_id) ?? { state: '', found_on: '' }
      expect(settled_by === null).toBe(state === 'open')
      if (settled_date === null) continue
      expect(settled_date >= found_on && settled_date <= TODAY).toBe(true)
      expect(settled_note).not.toBe('')
    }
  })

  test('reports with repaired defects are not the latest of their unit and service', () => {
    for (const { defect_id, inspection_id } of findings) {
      if (defects.get(defect_id)?.state === 'repaired') expect(byId.get(inspection_id)?.is_latest).toBe(false)
    }
  })

  test('some drivers have confirmed a report, after all its defects were settled', () => {
    const read = inspections.filter((one) => one.reviewed_by !== null)
    expect(read.length).toBeGreaterThan(4)
    for (const one of read) {
      const own = findings.filter(({ inspection_id }) => inspection_id === one.id)
      expect(own.length).toBeGreaterThan(0)
      for (const { settled_date } of own)
        expect(settled_date !== null && one.reviewed_date !== null && settled_date <= one.reviewed_date).toBe(true)
    }
  })
})

describe('authors and attachments', () => {
  test('fleet managers made all reports, and all except a few walkarounds are approved', () => {
    for (const one of inspections) expect(roleOf(one.fleet_manager_id)).toBe('fleet_manager')
    const unapproved = inspections.filter((one) => one.approved_by === null)
    expect(unapproved.length).toBeGreaterThan(0)
    expect(unapproved.length).toBeLessThan(12)
    expect(unapproved.every((one) => isTrip(one.service_type))).toBe(true)
    for (const { date, approved_date } of inspections)
      expect(approved_date === null || (approved_date >= date && approved_date <= TODAY)).toBe(true)
  })

  test('about a third of the reports have up to four comments, by fleet managers, dispatchers and administrators', () => {
    const byReport = Map.groupBy(comments, (one) => one.inspection_id)
    expect(Math.abs(byReport.size / inspections.length - 1 / 3)).toBeLessThan(0.07)
    for (const said of byReport.values()) {
      expect(said.length).toBeLessThanOrEqual(4)
      expect(new Set(said.map(({ text }) => text)).size).toBe(said.length)
    }
    expect(new Set(comments.map((one) => roleOf(one.user_id)))).toEqual(
      new Set(['fleet_manager', 'dispatcher', 'administrator']),
    )
    for (const one of comments) {
      expect(one.date >= (byId.get(one.inspection_id)?.date ?? '') && one.date <= TODAY).toBe(true)
    }
  })

  test('pictures and papers are attached at most once to a report, and those of a defect to its report', () => {
    expect(attachments.length).toBeGreaterThan(200)
    expect(new Set(attachments.map((one) => `${one.inspection_id} ${one.sample}`)).size).toBe(attachments.length)
    for (const { defect_id, inspection_id } of attachments) {
      if (defect_id === null) continue
      expect(findings.find((one) => one.defect_id === defect_id)?.inspection_id).toBe(inspection_id)
    }
    for (const { name } of attachments) expect(name).toMatch(/^[A-Z][\w .-]+\.(jpg|pdf)$/)
  })
})
