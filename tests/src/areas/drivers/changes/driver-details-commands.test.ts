import { describe, expect, it } from 'vitest'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { changeDispatcherStatus } from '#src/areas/dispatchers/dispatcher-commands.ts'
import { changeDriverDetails } from '#src/areas/drivers/changes/driver-details-commands.ts'
import { driverRecord, type SeenDriver } from '#src/areas/drivers/changes/driver-record.ts'
import { type DetailsValues, detailsForm } from '#src/areas/drivers/driver-details-draft.ts'
import { dispatchersToOffer } from '#src/lookups/dispatcher-choices.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { concernSameRecords, contentOf } from '#src/offline/outbox/entry/content.ts'
import { enqueue } from '#src/offline/outbox/save/enqueue.ts'
import { RecordQueues } from '#src/offline/outbox/send/record-queues.ts'
import { patchFrom } from '#src/record/form-values.ts'
import { aDispatcher } from '#tests/support/builders/a-dispatcher.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aTrailer, aTruck, drivenBy } from '#tests/support/builders/a-unit-row.ts'
import { aDesk, USER } from '#tests/support/offline/offline-desk.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const { valuesOf } = detailsForm
const patchOf = (was: SeenDriver, values: DetailsValues) => patchFrom(driverRecord, detailsForm, [was, values])

const rows = kind<Driver>(driverKind.name, driverKind.keyOf)
const teams = kind<Dispatcher>(dispatcherKind.name, dispatcherKind.keyOf)
const units = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const person = (id: number, first_name: string) => ({ ...aDriver().user, id, first_name, last_name: 'Example' })
const ann = { id: 3, user: person(33, 'Ann') }
const ben = { id: 4, user: person(44, 'Ben') }
const maria = aDriver({
  id: 7,
  version: 3,
  dispatcher: ann,
  extra_info: { med_expire: '2026-12-01', CDL_expire: null, rate: '58.5' },
})
type Input = Parameters<typeof changeDriverDetails.effects>[0]
const change = (to: Input['to'], was: Driver = maria): Input => ({ was, to })
const waiting = (input: Input) => foldOf([{ effects: changeDriverDetails.effects(input), settled: null }])

describe('changing a driver’s details', () => {
  it('accepts a stored rate that newer rules refuse, so that the user can still edit it', () => {
    expect(changeDriverDetails.input.safeParse(change({ rate: '.' })).success).toBe(true)
  })

  it('sends only what differs, a rate with a comma and a dispatcher by number', () => {
    const to = patchOf(maria, { ...valuesOf(maria), rate: '60,25', dispatcher: ben, CDL_expire: '2028-01-02' })
    expect(changeDriverDetails.request(change(to))).toEqual({
      params: { id: 7 },
      body: { rate: '60,25', dispatcher: 4, CDL_expire: '2028-01-02' },
    })
  })

  it('sends a rate with a comma even if it was edited with a dot in the Outbox', () => {
    expect(changeDriverDetails.request(change({ rate: '60.25' })).body).toEqual({ rate: '60,25' })
    expect(changeDriverDetails.request(change({ rate: null })).body).toEqual({ rate: null })
  })

  it('is empty when nothing differs, and clears emptied fields', () => {
    expect(patchOf(maria, valuesOf(maria))).toEqual({})
    expect(patchOf(maria, { ...valuesOf(maria), rate: '58,5' })).toEqual({})
    const emptied = { ...valuesOf(maria), rate: '', med_expire: '', dispatcher: null }
    expect(patchOf(maria, emptied)).toEqual({ rate: null, med_expire: null, dispatcher: null })
  })

  it('shows on the driver and on the dispatcher in names for pickers, and leaves a schedule row unchanged', () => {
    const fold = waiting(change({ rate: '60', dispatcher: ben }))
    expect(fold.row(rows, maria)).toMatchObject({
      dispatcher: ben,
      extra_info: { rate: '60', med_expire: '2026-12-01' },
    })
    const inSchedule = { id: 7, current_status: 'on_the_road' as const }
    expect(fold.row(driverKind, inSchedule)).toEqual(inSchedule)
    // A name for pickers contains the dispatcher's number. The schedule uses it to move the driver.
    expect(fold.row(driverKind, { ...inSchedule, dispatcher: 3 })).toEqual({ ...inSchedule, dispatcher: 4 })
  })

  it('of the dispatcher shows on the driver’s units, except on a unit that has another driver by now', () => {
    const fold = waiting(change({ dispatcher: ben }, { ...maria, truck: '1042', trailer: 'TL-1001' }))
    const truck = aTruck({ id: '1042', ...drivenBy(7, 'Maria', 'Lopez'), dispatcher: ann })
    expect(fold.row(units, truck)).toEqual({ ...truck, dispatcher: ben })
    const trailer = aTrailer({ ...drivenBy(8, 'Joe', 'Hall'), dispatcher: ann })
    expect(fold.row(units, trailer)).toBe(trailer)
  })

  it('of papers shows the earliest expiry in names for pickers that contain papers', () => {
    const name = { id: 7, current_status: 'on_the_road' as const, papers_until: '2026-12-01' }
    const nameWith = (to: Input['to']) => waiting(change(to)).row(driverKind, name)
    expect(nameWith({ CDL_expire: '2026-11-25' })).toEqual({ ...name, papers_until: '2026-11-25' })
    expect(nameWith({ med_expire: null })).toEqual({ ...name, papers_until: null })
    expect(nameWith({ rate: '60' })).toEqual(name)
    // A name stored before names contained papers does not get any.
    const withoutPapers = { id: 7, current_status: 'on_the_road' as const }
    expect(waiting(change({ med_expire: '2027-01-01' })).row(driverKind, withoutPapers)).toEqual(withoutPapers)
  })

  it('that gives the driver to another dispatcher shows on both dispatchers', () => {
    const team = (id: number, drivers: number[]): Dispatcher => ({
      id,
      user: person(id * 11, 'A'),
      status: 'working',
      status_date_from: null,
      status_date_to: null,
      drivers,
      version: 1,
    })
    const fold = waiting(change({ dispatcher: ben }))
    expect(fold.rows(teams, [team(3, [5, 7]), team(4, [6, 9])]).map((row) => row.drivers)).toEqual([[5], [6, 7, 9]])
  })

  it('merges two unsent changes into one', () => {
    const later = change({ rate: '61' }, { ...maria, position: 'lease' })
    expect(changeDriverDetails.merge?.(change({ rate: '60', position: 'lease' }), later)).toEqual(
      change({ rate: '61', position: 'lease' }),
    )
  })

  it('is undone by restoring the former values', () => {
    const input = change({ rate: '60', dispatcher: null, med_expire: null })
    const [back] = changeDriverDetails.inverse?.(input) ?? []
    expect(back?.seenVersion).toBe(3)
    expect(changeDriverDetails.request(back?.input as never).body).toEqual({
      rate: '58,5',
      dispatcher: 3,
      med_expire: '2026-12-01',
    })
    expect(waiting(back?.input as never).row(rows, maria)).toEqual(maria)
  })

  it('is described in words; a conflict’s dispatcher number is shown as a name if that is known', () => {
    const input = change({ position: 'lease', dispatcher: ben, rate: '27,5', CDL_expire: '2028-01-02' })
    expect(changeDriverDetails.describe(input).change).toBe(
      'Job position: Company driver → Lease · Dispatcher: Ann Example → Ben Example · ' +
        'CDL expires: – → 01/02/28 · Rate: 58.5 CPM → 27.5%',
    )
    const owner = change(
      { position: 'company_driver', rate: '58.5' },
      { ...maria, position: 'owner_operator', extra_info: { ...maria.extra_info, rate: '86' } },
    )
    expect(changeDriverDetails.describe(owner).change).toBe(
      'Job position: Owner operator → Company driver · Rate: 86% → 58.5 CPM',
    )
    const dispatcher = changeDriverDetails.fields?.(input).find(({ names }) => names[0] === 'dispatcher')
    expect([3, 4, 5, null].map((value) => dispatcher?.words(value))).toEqual([
      'Ann Example',
      'Ben Example',
      'Dispatcher 5',
      'None',
    ])
  })

  it('can leave out one field and keep the others, but not its only field', () => {
    const [rate] = changeDriverDetails.fields?.(change({ rate: '60', med_expire: null })).slice(-1) ?? []
    expect(rate?.without()).toEqual(change({ med_expire: null }))
    expect(rate?.with('')).toEqual(change({ rate: null, med_expire: null }))
    expect(changeDriverDetails.fields?.(change({ rate: '60' }))[0]?.without()).toBeNull()
  })
})

describe('changing a driver’s dispatcher', () => {
  const away = (id: number) => {
    const input = { was: aDispatcher({ id }), to: 'on_vacation', on: '2026-11-22', until: null } as const
    return contentOf(changeDispatcherStatus, input).touches
  }
  const touchesOf = (to: Input['to']) => contentOf(changeDriverDetails, change(to)).touches
  const next = (...entries: readonly (readonly string[])[]) => {
    const queues = new RecordQueues()
    entries.forEach((touches, at) => {
      queues.put(anEntry({ seq: at + 1, touches: [...touches] }))
    })
    return queues.nextEntries(0, 9).map(({ seq }) => seq)
  }

  it('is sent in order with status changes of the former and the new dispatcher', () => {
    expect(next(touchesOf({ dispatcher: null }), away(3))).toEqual([1])
    expect(next(away(4), touchesOf({ dispatcher: ben }))).toEqual([1])
  })

  it('makes only dispatcher changes wait: other details are sent independently of a dispatcher’s status', () => {
    expect(next(touchesOf({ rate: '60' }), away(3))).toEqual([1, 2])
  })

  it('is saved as an entry of its own, separate from other changes of the driver', async () => {
    const desk = await aDesk([changeDriverDetails as never])
    const changes = [
      { rate: '60' },
      { position: 'lease' },
      { dispatcher: ben },
      { rate: '61' },
      { rate: '62' },
    ] as const
    for (const to of changes) {
      const draft = { command: changeDriverDetails, input: change(to), seenVersion: 3, mayMerge: true }
      await enqueue(desk.ports, USER, desk.registry, [draft as never])
    }
    expect(desk.entries.map(({ request }) => request.body)).toEqual([
      { rate: '60', position: 'lease' },
      { dispatcher: 4 },
      { rate: '62' },
    ])
  })

  it('merges with another change only if both touch the same records', () => {
    const [toBen, toNobody, rate] = [
      touchesOf({ dispatcher: ben }),
      touchesOf({ dispatcher: null }),
      touchesOf({ rate: '60' }),
    ]
    expect(toBen).toEqual(['driver/7', 'dispatcher/3', 'dispatcher/4'])
    expect(touchesOf({ dispatcher: ann })).toEqual(['driver/7', 'dispatcher/3'])
    expect(concernSameRecords({ touches: toBen }, { touches: rate })).toBe(false)
    expect(concernSameRecords({ touches: toBen }, { touches: toNobody })).toBe(false)
  })
})

it('a driver can be given to working dispatchers, and can stay with the present dispatcher in any status', () => {
  const all = [
    { ...ann, status: 'on_vacation' as const },
    { ...ben, status: 'working' as const },
    { id: 5, user: person(55, 'Cal'), status: 'dissmissed' as const },
  ]
  const offered = (present: number | null) => dispatchersToOffer(all, present).map(({ content }) => content)
  expect(offered(null)).toEqual([null, ben])
  expect(offered(3)).toEqual([null, ann, ben])
})

it('a cleared rate stays cleared when the Outbox opens and saves it unchanged', () => {
  const change = { was: aDriver(), to: { rate: null } }
  const [rate] = changeDriverDetails.fields?.(change) ?? []
  expect(rate?.with(rate.yours).to).toEqual({ rate: null })
  expect(rate?.with('').to).toEqual({ rate: null })
})
