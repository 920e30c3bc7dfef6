import { describe, expect, it } from 'vitest'
import { newDay } from '#src/areas/schedule/day/seen-day.ts'
import { changeDay, createDay } from '#src/areas/schedule/schedule-commands.ts'
import { setDays } from '#src/areas/schedule/set-days-commands.ts'
import { aDay } from './schedule-builders.ts'

const driverName = 'Maria Lopez'
const was = aDay({ id: 41, description: 'Toledo', version: 2 })
const toVacation = { driverName, was, to: { status: 'on_vacation' as const } }
const noNote = { driverName, was, to: { description: '' } }
/** The days in the request that undoes a change of the day. */
function backOf(input: Parameters<typeof changeDay.effects>[0]) {
  const [back] = changeDay.inverse?.(input) ?? []
  expect(back?.command).toBe(setDays)
  return (setDays.request(back?.input as never).body as { days: unknown }).days
}

describe('changing a day', () => {
  it('merges two unsent changes into one', () => {
    const later = {
      driverName,
      was: { ...was, status: 'on_vacation' as const },
      to: { status: 'detention__layover' as const },
    }
    expect(changeDay.merge?.(toVacation, later)).toEqual({ driverName, was, to: { status: 'detention__layover' } })
    const both = { ...later, to: { ...later.to, description: 'Dock 4' } }
    expect(changeDay.merge?.(toVacation, both)).toEqual({ driverName, was, to: both.to })
  })

  it('does not merge a change of the status with one of the description', () => {
    expect(changeDay.merge?.(toVacation, noNote)).toBeNull()
  })

  it('is undone only in the fields that it changed', () => {
    expect(backOf(toVacation)).toEqual([{ date: was.date, seen: 2, status: 'on_the_road' }])
    expect(backOf(noNote)).toEqual([{ date: was.date, seen: 2, description: 'Toledo' }])
  })

  it('that this device created is undone without a version', () => {
    const mine = newDay({ ...aDay(), client_id: '0193f2a0-0000-7000-8000-000000000001' })
    expect(backOf({ ...toVacation, was: mine })).toEqual([{ date: was.date, seen: null, status: 'on_the_road' }])
  })

  it('is decided field by field in a conflict', () => {
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

  it('can be edited before it is sent', () => {
    const [status, note] = createDay.fields?.({ driverName, day }) ?? []
    expect([status?.was, note?.was, status?.without(), note?.without()]).toEqual([undefined, undefined, null, null])
    expect(note?.with('Family')).toEqual({ driverName, day: { ...day, description: 'Family' } })
  })

  it('is undone by clearing the day that this device planned', () => {
    const [back] = createDay.inverse?.({ driverName, day }) ?? []
    expect(back?.command).toBe(setDays)
    expect(setDays.request(back?.input as never).body).toEqual({
      driver: 12,
      days: [{ date: day.date, seen: null, status: null }],
    })
  })

  describe('that meets a colleague’s day', () => {
    const met = createDay.rebase?.({ driverName, day }, theirs) ?? { driverName, day }

    it('is based on that day, and is undone to what the colleague had planned', () => {
      expect(met).toEqual({ driverName, day, met: theirs })
      const [back] = createDay.inverse?.(met) ?? []
      expect(setDays.request(back?.input as never).body).toEqual({
        driver: 12,
        days: [{ date: day.date, seen: 3, status: 'on_the_road', description: 'Toledo' }],
      })
    })
    it('is no change if the user accepts all of the colleague’s day', () => {
      const [status] = createDay.fields?.(met) ?? []
      const remaining = status?.without()
      expect(remaining).toEqual({ ...met, day: { ...day, status: 'on_the_road' } })
      const [, note] = createDay.fields?.(remaining!) ?? []
      expect(note?.without()).toBeNull()
    })
    it('sends the same request as before if the user keeps everything', () => {
      expect(createDay.request(met)).toEqual(createDay.request({ driverName, day }))
    })
    it('keeps the user’s status with the colleague’s description if the user decides so', () => {
      const [, note] = createDay.fields?.(met) ?? []
      expect(note?.was).toBe('Toledo')
      expect(createDay.request(note?.without() as never).body).toMatchObject({
        status: 'on_vacation',
        description: 'Toledo',
      })
    })
    it('shows the user’s values over the colleague’s', () => {
      const [effect] = createDay.effects(met)
      const change = effect?.act === 'patch' ? (effect.change as (row: unknown) => unknown) : null
      expect(change?.(theirs)).toEqual({ ...theirs, status: 'on_vacation', description: '' })
    })
  })
  it('stays unchanged if this version cannot read the conflicting day', () => {
    expect(createDay.rebase?.({ driverName, day }, { id: 'x' })).toEqual({ driverName, day })
  })
})

describe('changing a day that was cleared meanwhile', () => {
  const cleared = { ...was, status: null, description: '', version: 3 }
  const onto = (input: Parameters<typeof changeDay.effects>[0]) => changeDay.rebase?.(input, cleared) ?? input
  const without = (input: Parameters<typeof changeDay.effects>[0], name: string) =>
    changeDay
      .fields?.(input)
      .find(({ names }) => names[0] === name)
      ?.without()

  it('plans the day again with the status that the user saw, or with the wanted one', () => {
    expect(onto(noNote).to).toEqual({ status: 'on_the_road', description: '' })
    expect(onto(toVacation).to).toEqual({ status: 'on_vacation', description: 'Toledo' })
  })
  it('is undone from the cleared version, which the user has seen', () => {
    expect(backOf(onto(toVacation))).toEqual([
      { date: was.date, seen: 3, status: 'on_the_road', description: 'Toledo' },
    ])
  })
  it('is no change if the user accepts the clearing, because the other fields need a day', () => {
    expect(without(onto(noNote), 'description')).toBeNull()
    expect(without(onto(toVacation), 'status')).toBeNull()
    expect(without(onto(toVacation), 'description')?.to).toEqual({ status: 'on_vacation' })
  })
  it('changes the day again if it has been planned again since', () => {
    const back = { ...was, version: 9 }
    const again = changeDay.rebase?.(onto(noNote), back)
    expect(again).toEqual({ driverName, was: back, to: { status: 'on_the_road', description: '' } })
    expect(changeDay.merge?.(onto(noNote), noNote)).toBeNull()
  })
})
