import { describe, expect, it } from 'vitest'
import { changeDay, createDay, fillDays, newDay } from '#src/areas/schedule/schedule-commands.ts'
import { aDay } from './schedule-builders.ts'

const driverName = 'Maria Lopez'
const was = aDay({ id: 41, description: 'Toledo', version: 2 })
const toVacation = { driverName, was, to: { status: 'on_vacation' as const } }
const noNote = { driverName, was, to: { description: '' } }
const asSent = (input: unknown) => changeDay.request(input as never)

describe('a change of a day', () => {
  it('made twice before it was sent is one change', () => {
    const later = {
      driverName,
      was: { ...was, status: 'on_vacation' as const },
      to: { status: 'detention__layover' as const },
    }
    expect(changeDay.merge?.(toVacation, later)).toEqual({ driverName, was, to: { status: 'detention__layover' } })
    const both = { ...later, to: { ...later.to, description: 'Dock 4' } }
    expect(changeDay.merge?.(toVacation, both)).toEqual({ driverName, was, to: both.to })
  })

  it('of its status and one of its description are two things', () => {
    expect(changeDay.merge?.(toVacation, noNote)).toBeNull()
  })

  it('is put back in just the fields that it gave', () => {
    const [back] = changeDay.inverse?.(toVacation) ?? []
    expect(back).toMatchObject({ command: changeDay, seenVersion: 2 })
    expect(asSent(back?.input)).toEqual({ params: { id: 41 }, body: { status: 'on_the_road' } })
    const [note] = changeDay.inverse?.(noNote) ?? []
    expect(asSent(note?.input).body).toEqual({ description: 'Toledo' })
  })

  it('that this device has made is put back under the name it gave', () => {
    const mine = newDay({ ...aDay(), client_id: '0193f2a0-0000-7000-8000-000000000001' })
    const [back] = changeDay.inverse?.({ ...toVacation, was: mine }) ?? []
    expect(back?.seenVersion).toBeNull()
    expect(asSent(back?.input).params).toEqual({ id: mine.client_id })
  })

  it('is decided about field by field', () => {
    const both = { driverName, was, to: { status: 'on_vacation' as const, description: 'Family' } }
    const [status, note] = changeDay.fields?.(both) ?? []
    expect([status?.title, status?.words(status.was), note?.title, note?.words('')]).toEqual([
      'Status',
      'On The Road',
      'Description',
      '–',
    ])
    expect(status?.without()).toEqual({ ...both, to: { description: 'Family' } })
    expect(note?.with('Dock 4')).toEqual({ ...both, to: { status: 'on_vacation', description: 'Dock 4' } })
    const [only] = changeDay.fields?.(toVacation) ?? []
    expect(only?.without()).toBeNull()
  })
})

describe('a new day', () => {
  const day = {
    driver: 12,
    date: '2026-11-23',
    status: 'on_vacation' as const,
    description: '',
    client_id: crypto.randomUUID(),
  }

  it('can be edited before it is there, and not be put back: no call takes a day away', () => {
    const [status, note] = createDay.fields?.({ driverName, day }) ?? []
    expect([status?.was, note?.was, status?.without()]).toEqual([undefined, undefined, null])
    expect(note?.with('Family')).toEqual({ driverName, day: { ...day, description: 'Family' } })
    expect(createDay.inverse).toBeUndefined()
  })
})

describe('a status for a run of days', () => {
  const fill = (...days: readonly (typeof was | null)[]) => ({
    driver: 12,
    driverName,
    status: 'on_vacation' as const,
    days: days.map((day, at) => ({ date: `2026-11-2${at + 1}`, was: day, client_id: null })),
  })

  it('is put back day by day, each from what was seen of it; days that had it already are left alone', () => {
    const there = aDay({ id: 43, date: '2026-11-23', status: 'on_vacation' })
    const back = fillDays.inverse?.(fill(was, aDay({ id: 42, date: '2026-11-22', version: 5 }), there)) ?? []
    expect(back.map(({ seenVersion }) => seenVersion)).toEqual([2, 5])
    expect(back.map(({ input }) => asSent(input).params)).toEqual([{ id: 41 }, { id: 42 }])
  })

  it('that made days stays: what it made can not be taken away', () => {
    expect(fillDays.inverse?.(fill(was, null))).toEqual([])
  })
})
