import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

let site: TestApp
let maria: Caller
let ruth: Caller

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  const areas = ['trucks', 'trailers'] as const
  maria = await site.as(await hire(site.db, { view: areas, edit: areas }))
  ruth = await site.as(await hire(site.db, { first_name: 'Ruth', view: areas, edit: areas }))
})
afterAll(() => site.close())

const KINDS = [
  ['trucks', () => aTruck('1042', { id: 'U1' }), 'trailers'],
  ['trailers', () => aTrailer({ id: 'U1' }), 'trucks'],
] as const

describe.each(KINDS)('the registration date of %s', (area, body, other) => {
  const path = `/api/${area}/U1/`
  const change = (by: Caller, to: object, headers = {}) => by('PATCH', path, { body: to, headers })
  const make = (over: object = {}) => maria('POST', `/api/${area}/`, { body: { ...body(), ...over } })
  const history = async () =>
    (await maria('GET', `/api/history/${area}/U1/?limit=100`)).body.results
      .filter(({ field }: { field: string }) => field === 'registration_expire')
      .map(({ version, from, to }: Record<string, unknown>) => [version, from, to])

  test('is set with the unit, renewed and removed, with each date in the history', async () => {
    expect((await make({ registration_expire: '2027-03-31' })).body.registration_expire).toBe('2027-03-31')
    expect((await change(maria, { registration_expire: '2028-03-31' })).body.registration_expire).toBe('2028-03-31')
    const [listed] = (await maria('GET', `/api/${area}/`)).body.results
    const [named] = (await maria('GET', `/api/${area}/mini-list/`)).body.results
    expect([listed.registration_expire, named.registration_expire]).toEqual(['2028-03-31', '2028-03-31'])
    expect((await change(maria, { registration_expire: null })).body.registration_expire).toBeNull()
    expect((await maria('GET', path)).body.registration_expire).toBeNull()
    expect(await history()).toEqual([
      [3, '2028-03-31', null],
      [2, '2027-03-31', '2028-03-31'],
      [1, null, '2027-03-31'],
    ])
  })

  test('can be unknown, and a change without it leaves it', async () => {
    expect((await make()).body.registration_expire).toBeNull()
    await change(maria, { registration_expire: '2027-03-31' })
    expect((await change(maria, { color: 'Red' })).body).toMatchObject({
      color: 'Red',
      registration_expire: '2027-03-31',
    })
  })

  test('must be a valid date; any other value is refused at its field, and nothing is changed', async () => {
    expect(await make({ registration_expire: 'soon' })).toMatchObject({
      status: 400,
      body: { registration_expire: ['Enter a date as yyyy-MM-dd.'] },
    })
    await make({ registration_expire: '2027-03-31' })
    for (const rubbish of ['2027-02-30', '03/31/2027', '1066-10-14', 20270331, true, {}]) {
      const { status, body: problem } = await change(maria, { registration_expire: rubbish, color: 'Red' })
      expect([rubbish, status, Object.keys(problem)]).toEqual([rubbish, 400, ['registration_expire']])
    }
    expect((await maria('GET', path)).body).toMatchObject({
      color: 'White',
      registration_expire: '2027-03-31',
      version: 1,
    })
  })

  test('merges with another user’s change of another field, and conflicts with another date', async () => {
    await make({ registration_expire: '2027-03-31' })
    const seen = { 'if-match': '"1"' }
    await change(ruth, { color: 'Red' })
    expect((await change(maria, { registration_expire: '2028-03-31' }, seen)).body).toMatchObject({
      color: 'Red',
      registration_expire: '2028-03-31',
    })
    expect(await change(ruth, { registration_expire: '' }, seen)).toMatchObject({
      status: 412,
      body: { conflicts: { registration_expire: { was: '2027-03-31', theirs: '2028-03-31', yours: null } } },
    })
  })

  test('can only be changed by users who may edit that kind of unit', async () => {
    await make()
    for (const person of [{ view: [area] }, { edit: [other], view: [area] }]) {
      const by = await site.as(await hire(site.db, person))
      expect((await change(by, { registration_expire: '2027-03-31' })).status).toBe(403)
    }
    expect((await maria('GET', path)).body.registration_expire).toBeNull()
  })
})
