import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import type { Caller } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { ALL, aFault, FAULTY, yardForEach } from '#tests/support/yard/inspected-yard.ts'

const { site, yard } = yardForEach()
let ruth: Caller
let ruthId: number
beforeEach(async () => {
  const areas = ['maintenance'] as const
  ruthId = await hire(site.db, { first_name: 'Ruth', last_name: 'Ames', view: areas, edit: areas })
  ruth = await site.as(ruthId)
})

const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })
const patch = (who: Caller, id: number | string, body: object, headers = {}) =>
  who('PATCH', `${ALL}${id}/`, { body, headers })
const read = async (id: number) => (await yard.greg('GET', `${ALL}${id}/`)).body
const history = async (id: number) =>
  (await yard.greg('GET', `/api/history/maintenance/${id}/?limit=100`)).body.results.map(
    ({ version, field, from, to }: Record<string, unknown>) => [version, field, from, to],
  )

describe('an inspection is changed', () => {
  test('field by field, each in its history', async () => {
    const { id } = await yard.createReport()
    const { status, body } = await patch(yard.greg, id, { note: 'Grease ordered', total_cost: '500.005' })
    expect([status, body.note, body.total_cost, body.version]).toEqual([200, 'Grease ordered', 500.01, 2])
    expect(await history(id)).toEqual(
      expect.arrayContaining([
        [2, 'note', '', 'Grease ordered'],
        [2, 'total_cost', 412.5, 500.01],
      ]),
    )
  })
  test('by two users: different fields merge, the same field conflicts', async () => {
    const { id, version } = await yard.createReport()
    await patch(yard.greg, id, { note: 'Greg was here' })
    expect((await patch(ruth, id, { total_cost: 1 }, ifMatch(version))).body).toMatchObject({
      note: 'Greg was here',
      total_cost: 1,
    })
    const { status, body } = await patch(ruth, id, { note: 'So was Ruth' }, ifMatch(version))
    expect(status).toBe(412)
    expect(body.conflicts.note).toMatchObject({ was: '', theirs: 'Greg was here', yours: 'So was Ruth' })
    expect(body.current).toEqual(await read(id))
  })
  test('to another unit, together with its defects', async () => {
    await yard.greg('POST', '/api/trucks/', { body: aTruck('1043') })
    const named = randomUUID()
    const { id, defects } = await yard.createReport({ ...FAULTY, defects: [aFault({ client_id: named }), aFault()] })
    const openMajors = async (truck: string) => {
      const { open_majors, open_major_defects } = (await yard.greg('GET', `/api/trucks/${truck}/`)).body
      expect(open_major_defects).toBe(open_majors.length)
      return open_majors
    }
    const both = [named, String(defects[1]!.id)]
    expect([await openMajors('1042'), await openMajors('1043')]).toEqual([both, []])
    expect((await patch(yard.greg, id, { transport: '1043' })).body.transport).toMatchObject({
      id: '1043',
      kind: 'truck',
      title: '1043 · Freightliner Cascadia',
    })
    expect([await openMajors('1042'), await openMajors('1043')]).toEqual([[], both])
  })
  test('to an oil change and back: the due mileage appears and disappears', async () => {
    const { id } = await yard.createReport()
    expect((await patch(yard.greg, id, { service_type: 'oil_change' })).body.due_mileage).toBe(0)
    expect((await patch(yard.greg, id, { due_mileage: 120_000 })).body.due_mileage).toBe(120_000)
    expect((await patch(yard.greg, id, { service_type: 'repair' })).body.due_mileage).toBeNull()
  })
  test.each([
    ['to a defect report without a due date', { due_date: null }, { due_date: ['Please fill out this field'] }],
    [
      'to an oil change while it has defects',
      { service_type: 'oil_change' },
      { service_type: ['With an oil change the report type is No Defect.'] },
    ],
    [
      'to a due mileage for a service that is due by date only',
      { due_mileage: 9 },
      { due_mileage: ['Only an oil change has a due mileage.'] },
    ],
    [
      'to a user who is not a fleet manager',
      { fleet_manager: 999 },
      { fleet_manager: ['This is not a fleet manager.'] },
    ],
  ])('but not %s', async (_what, change, problem) => {
    const before = await yard.createReport({ ...FAULTY, defects: [aFault()] })
    const { status, body } = await patch(yard.greg, before.id, change)
    expect([status, body]).toEqual([400, problem])
    expect(await read(before.id)).toEqual(before)
  })
  test('not while its unit is deleted, unless it moves to another unit; a comment is accepted all the same', async () => {
    const { id } = await yard.createReport()
    expect((await yard.admin('DELETE', '/api/trucks/1042/')).status).toBe(204)
    const refused = await patch(yard.greg, id, { note: 'too late' })
    expect([refused.status, refused.body]).toEqual([400, { transport: ['Truck 1042 was deleted by Ann Lee.'] }])
    expect((await read(id)).transport).toEqual({
      ...{ id: '1042', kind: 'truck', number: '1042', title: '1042 · Freightliner Cascadia' },
      ...{ miles_driven: null, is_deleted: true },
    })
    const comment = { user: yard.gregId, inspection: id, text: 'Sold' }
    expect((await yard.greg('POST', '/api/maintenance/comments/', { body: comment })).status).toBe(201)
    expect((await patch(yard.greg, id, { transport: 'TL-1' })).body.transport).toMatchObject({ kind: 'trailer' })
  })
  test('by the next driver’s review, which can be withdrawn', async () => {
    const { id } = await yard.createReport()
    const reviewed = await patch(yard.greg, id, { reviewed_by: 'Terrence Boone', reviewed_at: '2026-11-21T12:00:00Z' })
    expect(reviewed.body).toMatchObject({ reviewed_by: 'Terrence Boone', reviewed_at: '2026-11-21T12:00:00.000Z' })
    expect((await patch(yard.greg, id, { reviewed_by: null })).body).toMatchObject({
      reviewed_by: null,
      reviewed_at: null,
    })
  })
})

describe('a defect is settled', () => {
  const settle = (who: Caller, id: number | string, body: object, headers = {}) =>
    who('PATCH', `/api/maintenance/defects/${id}/`, { body, headers })
  const faulty = () =>
    yard.createReport({ ...FAULTY, defects: [aFault(), aFault({ defect_type: 'horn', urgency: 'minor' })] })

  test('as repaired, with the user and the time, so that the unit may roll again; and reopened', async () => {
    const { defects, id } = await faulty()
    const [tires] = defects
    const majors = async () => (await yard.greg('GET', '/api/trucks/1042/')).body.open_major_defects
    expect(await majors()).toBe(1)
    const repaired = await settle(yard.greg, tires!.id, {
      ...{ state: 'repaired', settled_by: 'Ray Ortiz', settled_note: 'New tire' },
      settled_at: '2026-11-21T14:00:00Z',
    })
    expect([repaired.status, repaired.body.defects[0], await majors()]).toEqual([
      200,
      {
        ...tires,
        ...{ state: 'repaired', settled_by: 'Ray Ortiz', settled_note: 'New tire' },
        settled_at: '2026-11-21T14:00:00.000Z',
      },
      0,
    ])
    expect(await history(id)).toContainEqual([2, `defects.${tires!.id}.state`, 'open', 'repaired'])
    const opened = await settle(yard.greg, tires!.id, { state: 'open' })
    expect([opened.body.defects[0], await majors()]).toEqual([tires, 1])
  })
  test('by two users: two defects merge, the same defect conflicts', async () => {
    const { defects, version } = await faulty()
    const [tires, horn] = defects
    await settle(yard.greg, tires!.id, { state: 'repaired', settled_by: 'Greg' }, ifMatch(version))
    expect((await settle(ruth, horn!.id, { state: 'deferred', settled_by: 'Ruth' }, ifMatch(version))).status).toBe(200)
    const { status, body } = await settle(ruth, tires!.id, { state: 'deferred', settled_by: 'Ruth' }, ifMatch(version))
    expect([status, body.conflicts[`defects.${tires!.id}.state`]]).toEqual([
      412,
      expect.objectContaining({ was: 'open', theirs: 'repaired', yours: 'deferred' }),
    ])
  })
  test('by its client id; not without a name, and not if it does not exist', async () => {
    const client_id = randomUUID()
    await yard.createReport({ ...FAULTY, defects: [aFault({ client_id })] })
    expect((await settle(yard.greg, client_id, { state: 'repaired', settled_by: ' ' })).body).toEqual({
      settled_by: ['Please fill out this field'],
    })
    expect((await settle(yard.greg, client_id, { state: 'repaired' })).status).toBe(400)
    expect((await settle(yard.greg, client_id, { state: 'repaired', settled_by: 'Ray' })).status).toBe(200)
    expect((await settle(yard.greg, 999, { state: 'open' })).status).toBe(404)
  })
})

describe('a comment', () => {
  const addComment = (who: Caller, body: object) => who('POST', '/api/maintenance/comments/', { body })

  test('is added once, with the time it was written, and is a change of the inspection', async () => {
    const { id } = await yard.createReport()
    const body = { user: ruthId, inspection: id, text: ' Parts ordered ', client_id: randomUUID() }
    const first = await addComment(ruth, { ...body, made_at: '2026-11-20T10:00:00Z' })
    expect([first.status, first.body]).toEqual([
      201,
      {
        ...{ id: expect.any(Number), client_id: body.client_id, text: 'Parts ordered' },
        created_at: '2026-11-20T10:00:00.000Z',
        user: { id: ruthId, first_name: 'Ruth', last_name: 'Ames', photo: null },
      },
    ])
    expect((await addComment(ruth, body)).status).toBe(200)
    const { comments, version } = await read(id)
    expect([comments, version]).toEqual([[first.body], 2])
    expect(await history(id)).toContainEqual([2, 'comments', null, 'Parts ordered'])
  })
  test.each([
    ['in another user’s name', () => ({ user: yard.gregId }), 400],
    ['if it is blank', () => ({ text: '  ' }), 400],
    ['on an unknown inspection', () => ({ inspection: 999 }), 404],
  ])('is refused %s', async (_what, over, status) => {
    const { id } = await yard.createReport()
    expect((await addComment(ruth, { user: ruthId, inspection: id, text: 'Hello', ...over() })).status).toBe(status)
    expect((await read(id)).comments).toEqual([])
  })
})

describe('an inspection is deleted', () => {
  test('by an administrator only; a later change of it gets the name of who deleted it', async () => {
    const client_id = randomUUID()
    const { id } = await yard.createReport({ client_id, ...FAULTY, defects: [aFault()] })
    expect((await yard.greg('DELETE', `${ALL}${id}/`)).status).toBe(403)
    expect((await yard.admin('DELETE', `${ALL}${id}/`)).status).toBe(204)
    const gone = { detail: `Inspection ${id} was deleted by Ann Lee.` }
    for (const ref of [id, client_id]) {
      expect(await patch(yard.greg, ref, { note: 'too late' })).toMatchObject({ status: 404, body: gone })
      const comment = { user: yard.gregId, inspection: ref, text: 'too late' }
      const late = await yard.greg('POST', '/api/maintenance/comments/', { body: comment })
      expect(late).toMatchObject({ status: 404, body: gone })
    }
    expect((await yard.greg('GET', '/api/trucks/1042/')).body.open_major_defects).toBe(0)
    expect(await yard.greg('POST', ALL, { body: yard.report({ client_id }) })).toMatchObject({
      status: 404,
      body: gone,
    })
  })
  test('not if another user has changed it since', async () => {
    const { id, version } = await yard.createReport()
    await patch(yard.greg, id, { note: 'wait' })
    expect((await yard.admin('DELETE', `${ALL}${id}/`, { headers: ifMatch(version) })).status).toBe(412)
  })
})
