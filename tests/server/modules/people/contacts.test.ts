import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareContacts } from '#contract/people/contacts.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const CONTACTS = '/api/dashboard/contacts/'
let site: TestApp
let admin: Caller
let other: Caller
let driver: Caller

beforeAll(async () => {
  site = await testApp()
  admin = await site.as(await hire(site.db, { role: 'administrator', first_name: 'Ruth', last_name: 'Callahan' }))
  other = await site.as(await hire(site.db, { role: 'administrator', first_name: 'Dale', last_name: 'Hobbs' }))
  driver = await site.as(await hire(site.db, { role: 'driver' }))
})
afterAll(() => site.close())

const aContact = (over: object = {}) => ({
  department_name: 'Safety',
  email: 'safety@haulyard.example',
  location: 'Joliet IL, terminal',
  phones: [{ phone: '(815) 555-0141' }, { phone: '+1 815-555-0142' }],
  ...over,
})
const create = (over: object = {}, by = admin) => by('POST', CONTACTS, { body: aContact(over) })
const createdContact = async (over: object = {}) => (await create(over)).body
const change = (id: number | string, body: object, headers = {}, by = admin) =>
  by('PATCH', `${CONTACTS}${id}/`, { body, headers })
const remove = (id: number | string, headers = {}, by = admin) => by('DELETE', `${CONTACTS}${id}/`, { headers })
const all = async (by = driver) => (await by('GET', `${CONTACTS}?limit=1000`)).body.results
const find = async (id: number) => (await all()).find((one: { id: number }) => one.id === id)
const ifSeen = (version: number) => ({ 'if-match': `"${version}"` })

describe('the contact list', () => {
  test('is visible to every signed-in user, even a driver without permissions', async () => {
    const { id } = await createdContact()
    expect(await find(id)).toEqual({ ...aContact(), id, client_id: null, version: 1 })
  })

  test('is sorted by name regardless of case, as on the device, and equal names by id', async () => {
    for (const department_name of ['billing', 'Billing', 'Ärzte', 'Z', 'a', '_', 'billing'])
      await createdContact({ department_name })
    const rows = await all()
    expect(rows).toEqual([...rows].sort(compareContacts))
    const called = rows.map((row: { department_name: string }) => row.department_name)
    expect(called.filter((name: string) => name.toLowerCase() === 'billing')).toEqual(['billing', 'Billing', 'billing'])
  })

  test('has pages that neither repeat nor skip a department', async () => {
    const rows = await all()
    const paged: object[] = []
    let next: string | null = `${CONTACTS}?limit=3`
    while (next !== null) {
      const { body } = await driver('GET', next)
      expect(body.count).toBe(rows.length)
      paged.push(...body.results)
      next = body.next
    }
    expect(paged).toEqual(rows)
  })
})

describe('adding a department', () => {
  test('returns the department without surrounding spaces', async () => {
    const { status, body, headers } = await create({
      department_name: '  Night desk ',
      location: ' Gary IN ',
      email: ' night@haulyard.example ',
      phones: [{ phone: ' 219 555 0100 ' }],
    })
    expect(status).toBe(201)
    expect(headers.etag).toBe('"1"')
    expect(body).toEqual({
      id: body.id,
      department_name: 'Night desk',
      location: 'Gary IN',
      email: 'night@haulyard.example',
      phones: [{ phone: '219 555 0100' }],
      client_id: null,
      version: 1,
    })
  })

  test('the second phone can be empty or omitted', async () => {
    expect(await createdContact({ phones: [{ phone: '815 555 0100' }, { phone: '  ' }] })).toMatchObject({
      phones: [{ phone: '815 555 0100' }],
    })
    expect(await createdContact({ phones: [{ phone: '+1 (815) 555-0100' }] })).toMatchObject({
      phones: [{ phone: '+1 (815) 555-0100' }],
    })
  })

  const REQUIRED = 'Please fill out this field'
  const NO_EMAIL = 'Please enter a valid email address.'
  const FIRST = 'First phone is required'
  const INVALID = 'Invalid Number!'
  test.each<[string, object, object]>([
    ['no department', { department_name: '' }, { department_name: [REQUIRED] }],
    ['a department of spaces', { department_name: '   ' }, { department_name: [REQUIRED] }],
    ['no location', { location: '' }, { location: [REQUIRED] }],
    ['no e-mail address', { email: ' ' }, { email: [REQUIRED] }],
    ['half an e-mail address', { email: 'safety@' }, { email: [NO_EMAIL] }],
    ['a script as an e-mail address', { email: 'javascript:alert(1)' }, { email: [NO_EMAIL] }],
    ['an e-mail address with headers after it', { email: 'a@b.example?bcc=c@d.example' }, { email: [NO_EMAIL] }],
    ['no phones', { phones: [] }, { phones: [FIRST] }],
    ['an empty first phone', { phones: [{ phone: ' ' }] }, { phones: { 0: { phone: [FIRST] } } }],
    [
      'a second phone without a first',
      { phones: [{ phone: '' }, { phone: '815 555 0100' }] },
      { phones: { 0: { phone: [FIRST] } } },
    ],
    ['a phone of letters', { phones: [{ phone: 'call me' }] }, { phones: { 0: { phone: [INVALID] } } }],
    [
      'a second phone with a letter',
      { phones: [{ phone: '815 555 0100' }, { phone: '815 555 0100x' }] },
      { phones: { 1: { phone: [INVALID] } } },
    ],
    ['only dashes', { phones: [{ phone: '--' }] }, { phones: { 0: { phone: [INVALID] } } }],
    ['a plus in the middle', { phones: [{ phone: '815+555' }] }, { phones: { 0: { phone: [INVALID] } } }],
    ['three phones', { phones: Array(3).fill({ phone: '815 555 0100' }) }, { phones: ['At most 2 phones.'] }],
    ['phones that are not a list', { phones: { 0: { phone: '815 555 0100' } } }, { phones: ['A list is required.'] }],
    ['phones that are a number', { phones: 8155550100 }, { phones: ['A list is required.'] }],
    ['phones that are null', { phones: null }, { phones: ['This field may not be null.'] }],
    ['phones that are not objects', { phones: ['815 555 0100'] }, { phones: { 0: ['An object is required.'] } }],
    ['a phone that is a number', { phones: [{ phone: 8155550100 }] }, { phones: { 0: { phone: [INVALID] } } }],
    [
      '10,000 characters',
      { department_name: 'x'.repeat(10_000), location: 'y'.repeat(10_000) },
      { department_name: ['At most 100 characters.'], location: ['At most 200 characters.'] },
    ],
    ['10,000 digits', { phones: [{ phone: '1'.repeat(10_000) }] }, { phones: { 0: { phone: [INVALID] } } }],
    ['a department that is a number', { department_name: 7 }, { department_name: ['Enter a text.'] }],
    [
      'a department with a bell character',
      { department_name: 'Safety\u0007' },
      {
        department_name: ['Contains an invisible character (U+0007) after “Safety”. Delete it there.'],
      },
    ],
    [
      'half a surrogate pair',
      { department_name: '\ud83d' },
      { department_name: ['Contains characters that are not allowed.'] },
    ],
  ])('%s is refused at its field, and nothing is stored', async (_, over, body) => {
    const before = (await all()).length
    expect(await create(over)).toMatchObject({ status: 400, body })
    const { id } = await createdContact()
    expect(await change(id, over)).toMatchObject({ status: 400, body })
    expect(await find(id)).toMatchObject({ ...aContact(), version: 1 })
    expect(await all()).toHaveLength(before + 1)
  })

  test('a request without fields is refused with every required field named, and no other', async () => {
    const { status, body } = await admin('POST', CONTACTS, { body: {} })
    expect(status).toBe(400)
    expect(Object.keys(body).sort()).toEqual(['department_name', 'email', 'location', 'phones'])
  })

  test('a name in angle brackets is an ordinary name', async () => {
    const department_name = '<script>alert(1)</script> & Sons'
    expect(await createdContact({ department_name })).toMatchObject({ department_name })
  })

  test('a known client id returns its department, and works wherever an id does', async () => {
    const client_id = randomUUID()
    const first = await create({ client_id })
    const second = await create({ client_id, location: 'Somewhere else' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    expect(await change(client_id, { location: 'Gary IN' })).toMatchObject({
      status: 200,
      body: { id: first.body.id, location: 'Gary IN', version: 2 },
    })
    expect((await remove(client_id)).status).toBe(204)
    // A removed department is not created again, and a change of it names the user who removed it.
    for (const answer of [await create({ client_id }), await change(client_id, { location: 'Joliet IL' })])
      expect(answer).toMatchObject({ status: 404, body: { detail: 'This department was removed by Ruth Callahan.' } })
  })

  test('a request repeated with the same idempotency key gets the same response and adds nothing', async () => {
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    const body = aContact({ department_name: 'Once' })
    const answers = [await admin('POST', CONTACTS, { body, headers }), await admin('POST', CONTACTS, { body, headers })]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect((await all()).filter((row: { department_name: string }) => row.department_name === 'Once')).toHaveLength(1)
  })
})

describe('changing a department', () => {
  test('changes the fields in the request and leaves the rest', async () => {
    const { id } = await createdContact()
    const phones = [{ phone: '815 555 0199' }]
    expect(await change(id, { phones })).toMatchObject({
      status: 200,
      body: { ...aContact({ phones }), id, version: 2 },
    })
  })

  test('to the values that it has does not raise the version', async () => {
    const { id } = await createdContact()
    expect(await change(id, aContact())).toMatchObject({ status: 200, body: { version: 1 } })
  })

  test('merges two administrators’ changes of different fields', async () => {
    const { id } = await createdContact()
    await change(id, { location: 'Gary IN' }, ifSeen(1), other)
    expect(await change(id, { email: 'new@haulyard.example' }, ifSeen(1))).toMatchObject({
      status: 200,
      body: { location: 'Gary IN', email: 'new@haulyard.example', version: 3 },
    })
  })

  test('is a conflict in a field that another administrator has changed since, with both values', async () => {
    const { id } = await createdContact()
    const [theirs, yours] = [[{ phone: '815 555 0101' }], [{ phone: '815 555 0102' }]]
    await change(id, { phones: theirs, location: 'Gary IN' }, ifSeen(1), other)
    const { status, body } = await change(id, { phones: yours, location: 'Gary IN' }, ifSeen(1))
    expect(status).toBe(412)
    expect(body.current).toMatchObject({ id, phones: theirs, version: 2 })
    expect(Object.keys(body.conflicts)).toEqual(['phones'])
    expect(body.conflicts.phones).toMatchObject({ theirs, yours, was: aContact().phones, by: { first_name: 'Dale' } })
  })

  test('is in the history, which a user without permissions can read too', async () => {
    const { id } = await createdContact()
    await change(id, { location: 'Gary IN' })
    const { status, body } = await driver('GET', `/api/history/contacts/${id}/`)
    expect(status).toBe(200)
    expect(body.results[0]).toMatchObject({
      version: 2,
      field: 'location',
      from: 'Joliet IL, terminal',
      to: 'Gary IN',
      user: { first_name: 'Ruth', last_name: 'Callahan' },
    })
    expect(body.results).toHaveLength(5)
  })
})

describe('removing a department', () => {
  test('takes it off the list; later changes and removals are refused with the name of the user who removed it', async () => {
    const { id } = await createdContact()
    expect((await remove(id, ifSeen(1), other)).status).toBe(204)
    expect(await find(id)).toBeUndefined()
    const gone = { status: 404, body: { detail: 'This department was removed by Dale Hobbs.' } }
    expect(await change(id, { location: 'Gary IN' }, ifSeen(1))).toMatchObject(gone)
    expect(await remove(id, ifSeen(1))).toMatchObject(gone)
  })

  test('is a conflict if another user has changed the department since', async () => {
    const { id } = await createdContact()
    await change(id, { location: 'Gary IN' }, {}, other)
    expect(await remove(id, ifSeen(1))).toMatchObject({
      status: 412,
      body: { current: { location: 'Gary IN' }, conflicts: { is_deleted: { theirs: false, yours: true } } },
    })
    expect(await find(id)).toMatchObject({ location: 'Gary IN' })
    expect((await remove(id, ifSeen(2))).status).toBe(204)
  })

  test('returns 404 for a department that never existed', async () => {
    expect(await remove(999_999)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
    expect(await change(randomUUID(), {})).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  })

  test('works without the trailing slash too', async () => {
    const { id } = await createdContact()
    expect((await admin('DELETE', `${CONTACTS}${id}`)).status).toBe(204)
  })
})

test('only administrators can add, change or remove departments', async () => {
  const { id } = await createdContact()
  expect((await create({}, driver)).status).toBe(403)
  expect((await change(id, { location: 'Gary IN' }, {}, driver)).status).toBe(403)
  expect((await remove(id, {}, driver)).status).toBe(403)
  expect(await find(id)).toMatchObject({ ...aContact(), version: 1 })
})
