import { describe, expect, it } from 'vitest'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import { compareDispatchers, type Dispatcher, dispatcherFits } from '#contract/people/dispatchers.ts'
import { kind } from '#contract/wire/record.ts'
import { changeDispatcherStatus } from '#src/areas/dispatchers/dispatcher-commands.ts'
import { changeDispatcherPhoto } from '#src/areas/dispatchers/dispatcher-photo-commands.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { newPhoto, noPhoto } from '#src/record/photo-command.ts'
import { aDispatcher } from '#tests/support/builders/a-dispatcher.ts'

const rows = kind<Dispatcher>(dispatcherKind.name, dispatcherKind.keyOf)
const ann = aDispatcher({ id: 4, status_date_from: '2026-11-02', version: 3 })
const toVacation = { was: ann, to: 'on_vacation', on: '2026-11-23', until: '2026-11-28' } as const
const waiting = foldOf([{ effects: changeDispatcherStatus.effects(toVacation), settled: null }])

describe('changing a dispatcher’s status', () => {
  it('sends the status with its dates', () => {
    expect(changeDispatcherStatus.request(toVacation)).toEqual({
      params: { id: 4 },
      body: { status: 'on_vacation', status_date_from: '2026-11-23', status_date_to: '2026-11-28' },
    })
  })

  it('to dissmissed sends an empty list of drivers', () => {
    const { body } = changeDispatcherStatus.request({ ...toVacation, to: 'dissmissed', until: null })
    expect(body).toMatchObject({ status: 'dissmissed', status_date_to: null, driver_ids: [] })
  })

  it('shows on the dispatcher while it waits, and in the schedule’s dispatcher rows, which carry no dates', () => {
    expect(waiting.row(rows, ann)).toMatchObject({ status: 'on_vacation', status_date_to: '2026-11-28' })
    const above = { id: 4, status: 'working' as const, drivers: [] }
    expect(waiting.row(dispatcherKind, above)).toEqual({ id: 4, status: 'on_vacation', drivers: [] })
  })

  it('moves the dispatcher from the list of the former status to the list of the new one', () => {
    const compare = compareDispatchers('first_name,last_name')
    expect(waiting.rows(rows, [ann], { fits: dispatcherFits('working'), compare })).toEqual([])
    const away = waiting.rows(rows, [], { fits: dispatcherFits('on_vacation'), compare })
    expect(away.map(({ id }) => id)).toEqual([4])
  })

  it('is described with its dates', () => {
    expect(changeDispatcherStatus.describe(toVacation)).toEqual({
      record: 'Dispatcher 0004',
      change: 'Status: Working → Vacation, 11/23/26 – 11/28/26',
    })
    const days = { ...toVacation, to: 'working', until: null } as const
    expect(changeDispatcherStatus.describe(days).change).toBe('Status: Working, since 11/23/26')
  })

  it('is undone with the dates of the former status', () => {
    const [back] = changeDispatcherStatus.inverse?.(toVacation) ?? []
    expect(back).toMatchObject({ command: changeDispatcherStatus, seenVersion: 3 })
    expect(changeDispatcherStatus.request(back?.input as never).body).toEqual({
      status: 'working',
      status_date_from: '2026-11-02',
      status_date_to: null,
    })
  })

  it('merges two unsent changes into one', () => {
    const later = { ...toVacation, was: { ...ann, status: 'on_vacation' }, to: 'dissmissed' } as const
    expect(changeDispatcherStatus.merge?.(toVacation, later)).toEqual({ ...toVacation, to: 'dissmissed' })
  })

  it('is one field in a conflict, together with the dates and drivers that depend on it', () => {
    const [status, ...more] = changeDispatcherStatus.fields?.(toVacation) ?? []
    expect(more).toEqual([])
    expect(status?.names).toEqual(['status', 'status_date_from', 'status_date_to', 'driver_ids'])
    expect([status?.words(status.was), status?.words(status.yours)]).toEqual(['Working', 'Vacation'])
    expect(status?.with('working')).toEqual({ ...toVacation, to: 'working', until: null })
    expect(status?.with('on_vacation')).toEqual(toVacation)
  })

  it('is rebased on the dispatcher’s current data after a conflict', () => {
    const now = { ...ann, status: 'dissmissed', version: 9 }
    expect(changeDispatcherStatus.rebase?.(toVacation, now)).toMatchObject({ was: now, to: 'on_vacation' })
    expect(changeDispatcherStatus.rebase?.(toVacation, { odd: true })).toEqual(toVacation)
  })

  it('passes the version of the response to later changes of the same dispatcher', () => {
    const reply = { ...ann, version: 4 }
    expect(changeDispatcherStatus.versions(reply, toVacation)).toEqual([{ key: 'dispatcher/4', version: 4 }])
    expect(changeDispatcherStatus.versions({ detail: 'odd' }, toVacation)).toEqual([])
  })
})

describe('changing a dispatcher’s photo', () => {
  const upload = '01a3185c-5000-7000-8000-00000000f11e'

  it('shows the new photo while it waits, and is undone by removing it when there was none', () => {
    const input = newPhoto(ann, upload)
    const fold = foldOf([{ effects: changeDispatcherPhoto.effects(input), settled: null }])
    expect(fold.row(rows, ann).user.photo).toBe(input.shown)
    const [back] = changeDispatcherPhoto.inverse?.(input) ?? []
    expect(changeDispatcherPhoto.request(back?.input as never).body).toEqual({ photo: null })
  })

  it('leaves a row without a user unchanged, as in the schedule', () => {
    const fold = foldOf([{ effects: changeDispatcherPhoto.effects(noPhoto(ann)), settled: null }])
    const above = { id: 4, status: 'working' as const, drivers: [] }
    expect(fold.row(dispatcherKind, above)).toEqual(above)
  })
})
