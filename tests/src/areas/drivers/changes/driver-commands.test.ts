import { describe, expect, it } from 'vitest'
import { compareDrivers, type Driver, driverFits, driverKind } from '#contract/people/drivers.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { kind } from '#contract/wire/record.ts'
import { changeDriverStatus } from '#src/areas/drivers/changes/driver-commands.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'

const rows = kind<Driver>(driverKind.name, driverKind.keyOf)
const maria = aDriver({ id: 7, current_status: 'on_the_road', status_date_to: '2026-12-01', version: 3 })
const toVacation = { was: maria, to: 'on_vacation', on: '2026-11-21', until: null } as const
const waiting = foldOf([{ effects: changeDriverStatus.effects(toVacation), settled: null }])

describe('changing a driver’s status', () => {
  it('sends the date of the change, without the end date of the former status', () => {
    expect(changeDriverStatus.request(toVacation)).toEqual({
      params: { id: 7 },
      body: { status: 'on_vacation', status_date_from: '2026-11-21', status_date_to: null },
    })
  })

  it('shows on the driver while it waits', () => {
    expect(waiting.row(rows, maria)).toMatchObject({
      current_status: 'on_vacation',
      current_status_date_from: '2026-11-21',
      status_date_to: null,
    })
  })

  it('shows on the driver inside a schedule row, which carries no dates', () => {
    const inSchedule = { id: 7, current_status: 'on_the_road' as const, truck: '1042' }
    expect(waiting.row(driverKind, inSchedule)).toEqual({ id: 7, current_status: 'on_vacation', truck: '1042' })
  })

  it('shows on the driver’s units that their driver is in Firing, except on a unit that has another driver by now', () => {
    const fired = { ...toVacation, was: { ...maria, truck: '1042', trailer: 'TL-1' }, to: 'firing_process' } as const
    const { row } = foldOf([{ effects: changeDriverStatus.effects(fired), settled: null }])
    const unit = (id: string, driver: number) => ({ id, status: 'assigned' as const, driver: { id: driver } })
    expect(row(unitKind, unit('1042', 7))).toMatchObject({ driver: { id: 7, is_firing: true } })
    expect(row(unitKind, unit('TL-1', 8))).toEqual(unit('TL-1', 8))
  })

  it('moves the driver from the list of the former status to the list of the new one', () => {
    const compare = compareDrivers('first_name,last_name')
    const onTheRoad = { fits: driverFits('on_the_road'), compare }
    const onVacation = { fits: driverFits('on_vacation'), compare }
    expect(waiting.rows(rows, [maria], onTheRoad)).toEqual([])
    expect(waiting.rows(rows, [], onVacation).map((row) => row.id)).toEqual([7])
  })

  it('is described with its dates if it has an end', () => {
    expect(changeDriverStatus.describe(toVacation).change).toBe('Status: On The Road → Vacation')
    const untilSaturday = { ...toVacation, until: '2026-11-28' } as const
    expect(changeDriverStatus.describe(untilSaturday).change).toBe(
      'Status: On The Road → Vacation, 11/21/26 – 11/28/26',
    )
    expect(changeDriverStatus.describe({ ...untilSaturday, to: 'on_the_road' }).change).toBe(
      'Status: On The Road, 11/21/26 – 11/28/26',
    )
  })

  it('passes the version of the response to later changes of the same driver', () => {
    const reply = { ...maria, current_status: 'on_vacation', version: 4 }
    expect(changeDriverStatus.versions(reply, toVacation)).toEqual([{ key: 'driver/7', version: 4 }])
    expect(changeDriverStatus.versions({ detail: 'odd' }, toVacation)).toEqual([])
  })

  it('merges two unsent changes into one, from the original status to the last one chosen', () => {
    const later = {
      ...toVacation,
      was: { ...maria, current_status: 'on_vacation' as const },
      to: 'firing_process',
    } as const
    expect(changeDriverStatus.merge?.(toVacation, later)).toEqual({ ...toVacation, to: 'firing_process' })
  })

  it('is undone with the dates of the former status', () => {
    const since = { ...maria, current_status_date_from: '2026-11-02' }
    const [back] = changeDriverStatus.inverse?.({ ...toVacation, was: since }) ?? []
    expect(back).toMatchObject({ command: changeDriverStatus, seenVersion: 3 })
    expect(changeDriverStatus.request(back?.input as never)).toEqual({
      params: { id: 7 },
      body: { status: 'on_the_road', status_date_from: '2026-11-02', status_date_to: '2026-12-01' },
    })
    expect(changeDriverStatus.describe(back?.input as never).change).toBe(
      'Status: Vacation → On The Road, 11/02/26 – 12/01/26',
    )
  })

  it('is one field in a conflict, together with the dates that depend on it', () => {
    const [status, ...more] = changeDriverStatus.fields?.(toVacation) ?? []
    expect(more).toEqual([])
    expect([status?.words(status.was), status?.words(status.yours)]).toEqual(['On The Road', 'Vacation'])
    expect(status?.with('firing_process')).toEqual({ ...toVacation, to: 'firing_process' })
    expect(status?.without()).toBeNull()
  })

  it('edited to another status drops the end date, unless both statuses have dates', () => {
    const [status] = changeDriverStatus.fields?.({ ...toVacation, until: '2026-11-28' }) ?? []
    expect(status?.with('on_the_road')).toMatchObject({ to: 'on_the_road', until: null })
    expect(status?.with('safety_orientation')).toMatchObject({ to: 'safety_orientation', until: '2026-11-28' })
    expect(status?.with('on_vacation')).toMatchObject({ to: 'on_vacation', until: '2026-11-28' })
    const [road] = changeDriverStatus.fields?.({ ...toVacation, to: 'on_the_road', until: '2026-11-28' }) ?? []
    expect(road?.with('on_vacation')).toMatchObject({ to: 'on_vacation', until: null })
  })

  it('is rebased on the driver’s current data after a conflict', () => {
    const now = { ...maria, current_status: 'firing_process', version: 9 }
    expect(changeDriverStatus.rebase?.(toVacation, now)).toMatchObject({ was: now, to: 'on_vacation' })
    expect(changeDriverStatus.rebase?.(toVacation, { odd: true })).toEqual(toVacation)
  })
})
