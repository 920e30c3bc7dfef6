import { describe, expect, it } from 'vitest'
import { newDay } from '#src/areas/schedule/day/seen-day.ts'
import { changeDay, createDay } from '#src/areas/schedule/schedule-commands.ts'
import { setDays } from '#src/areas/schedule/set-days-commands.ts'
import { aDay } from './schedule-builders.ts'

const driverName = 'Maria Lopez'
const was = aDay({ id: 41, description: 'Toledo', version: 2 })
const toVacation = { driverName, was, to: { status: 'on_vacation' as const } }
const noNote = { driverName, was, to: { description: '' } }
/** What is sent to put a change of the day back. */
function backOf(input: Parameters<typeof changeDay.effects>[0]) {
  const [back] = changeDay.inverse?.(input) ?? []
  expect(back?.command).toBe(setDays)
  return (setDays.request(back?.input as never).body as { days: unknown }).days
}

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
    expect(backOf(toVacation)).toEqual([{ date: was.date, seen: 2, status: 'on_the_road' }])
    expect(backOf(noNote)).toEqual([{ date: was.date, seen: 2, description: 'Toledo' }])
  })

  it('that this device has made is put back upon what it knows of itself', () => {
    const mine = newDay({ ...aDay(), client_id: '0193f2a0-0000-7000-8000-000000000001' })
    expect(backOf({ ...toVacation, was: mine })).toEqual([{ date: was.date, seen: null, status: 'on_the_road' }])
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

  const theirs = aDay({ id: 43, date: day.date, status: 'on_the_road', description: 'Toledo', version: 3 })

  it('can be edited before it is there', () => {
    const [status, note] = createDay.fields?.({ driverName, day }) ?? []
    expect([status?.was, note?.was, status?.without(), note?.without()]).toEqual([undefined, undefined, null, null])
    expect(note?.with('Family')).toEqual({ driverName, day: { ...day, description: 'Family' } })
  })

  it('is put back by clearing what this device has planned', () => {
    const [back] = createDay.inverse?.({ driverName, day }) ?? []
    expect(back?.command).toBe(setDays)
    expect(setDays.request(back?.input as never).body).toEqual({
      driver: 12,
      days: [{ date: day.date, seen: null, status: null }],
    })
  })

  describe("that met a colleague's day", () => {
    const met = createDay.rebase?.({ driverName, day }, theirs) ?? { driverName, day }

    it('stands upon that day, and is put back to what the colleague had planned', () => {
      expect(met).toEqual({ driverName, day, met: theirs })
      const [back] = createDay.inverse?.(met) ?? []
      expect(setDays.request(back?.input as never).body).toEqual({
        driver: 12,
        days: [{ date: day.date, seen: 3, status: 'on_the_road', description: 'Toledo' }],
      })
    })
    it("is nothing when all of the colleague's is taken", () => {
      const [status] = createDay.fields?.(met) ?? []
      const left = status?.without()
      expect(left).toEqual({ ...met, day: { ...day, status: 'on_the_road' } })
      const [, note] = createDay.fields?.(left!) ?? []
      expect(note?.without()).toBeNull()
    })
    it('says the same as before when all stays mine', () => {
      expect(createDay.request(met)).toEqual(createDay.request({ driverName, day }))
    })
    it("has my status with the colleague's description when that is what is taken", () => {
      const [, note] = createDay.fields?.(met) ?? []
      expect(note?.was).toBe('Toledo')
      expect(createDay.request(note?.without() as never).body).toMatchObject({
        status: 'on_vacation',
        description: 'Toledo',
      })
    })
    it('shows mine over theirs', () => {
      const [effect] = createDay.effects(met)
      const change = effect?.act === 'patch' ? (effect.change as (row: unknown) => unknown) : null
      expect(change?.(theirs)).toEqual({ ...theirs, status: 'on_vacation', description: '' })
    })
  })
  it('met by a day that this version can not read stays as it is', () => {
    expect(createDay.rebase?.({ driverName, day }, { id: 'x' })).toEqual({ driverName, day })
  })
})

describe('a change of a day that was cleared meanwhile', () => {
  const cleared = { ...was, status: null, description: '', version: 3 }
  const onto = (input: Parameters<typeof changeDay.effects>[0]) => changeDay.rebase?.(input, cleared) ?? input
  const without = (input: Parameters<typeof changeDay.effects>[0], name: string) =>
    changeDay
      .fields?.(input)
      .find(({ names }) => names[0] === name)
      ?.without()

  it('plans it anew with the status that the person saw, or the one that is wanted', () => {
    expect(onto(noNote).to).toEqual({ status: 'on_the_road', description: '' })
    expect(onto(toVacation).to).toEqual({ status: 'on_vacation', description: 'Toledo' })
  })
  it('is put back upon the clearing, which the person has seen', () => {
    expect(backOf(onto(toVacation))).toEqual([
      { date: was.date, seen: 3, status: 'on_the_road', description: 'Toledo' },
    ])
  })
  it('is nothing when the person lets it be cleared: there is no day for the rest to stand on', () => {
    expect(without(onto(noNote), 'description')).toBeNull()
    expect(without(onto(toVacation), 'status')).toBeNull()
    expect(without(onto(toVacation), 'description')?.to).toEqual({ status: 'on_vacation' })
  })
  it('is a change of a day again when that has come back since', () => {
    const back = { ...was, version: 9 }
    const again = changeDay.rebase?.(onto(noNote), back)
    expect(again).toEqual({ driverName, was: back, to: { status: 'on_the_road', description: '' } })
    expect(changeDay.merge?.(onto(noNote), noNote)).toBeNull()
  })
})
