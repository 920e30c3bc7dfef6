import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DRIVER_ORDERINGS, DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { compareDrivers, type Driver, driverFits } from '#contract/people/drivers.ts'
import { MAX_SEARCH } from '#contract/text/search-text.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'

const NAMES = [
  'José Ñunez',
  'jose nunez',
  'Zoë Adams-Öztürk',
  'ÅSA Žák',
  'Éric O’Neil',
  'Straße Größe',
  'İrem Işık',
  'ΣΊΣΥΦΟΣ Παπάς',
  'Müller 100%',
  'Under_Score Back\\Slash',
  'Two  Blanks',
  '李 小龍',
  'Renée 🚚 Truck',
  'Ann Boone',
  'Sean O’Brien',
  'José Núñez'.normalize('NFD'),
  'Łukasz Wójcik',
  'Robert Smith, Jr.',
]
const STATUSES = DUTY_STATUSES.map(({ value }) => value)
let site: TestApp
let ruth: Caller
let all: Driver[]

beforeAll(async () => {
  site = await testApp()
  const { db } = site
  ruth = await site.as(await hire(db, { role: 'administrator' }))
  const marisol = await hireDispatcher(db, { first_name: 'Marisol', last_name: 'Villaseñor' })
  const emails = ['JÄGER@Haulyard.example', 'a_b%c@haulyard.example', 'UPPER.case@Haulyard.example']
  for (let n = 0; n < 3 * NAMES.length; n++) {
    const [first_name = '', ...rest] = (NAMES[n % NAMES.length] ?? '').split(' ')
    const email = emails[n] ?? `driver-${n}@haulyard.example`
    const status = STATUSES[n % STATUSES.length] ?? 'on_the_road'
    const dispatcher = n % 3 === 0 ? marisol : null
    const driver = await hireDriver(db, { first_name, last_name: rest.join(' '), email, status, dispatcher })
    if (n % 2 === 0) await assignUnit(db, driver, 'truck', n % 4 === 0 ? `Tr_${n}` : `10${n}.a`)
    if (n % 3 === 0) await assignUnit(db, driver, 'trailer', `TL-${1000 + n}`)
  }
  all = (await ruth('GET', '/api/drivers/?limit=1000')).body.results
})
afterAll(() => site.close())

const onDevice = (search: string, filter: Driver['current_status'] | '', ordering: (typeof DRIVER_ORDERINGS)[number]) =>
  all.filter(driverFits(filter, search)).toSorted(compareDrivers(ordering))

async function expectSame(
  search: string,
  filter: Driver['current_status'] | '',
  ordering: (typeof DRIVER_ORDERINGS)[number],
) {
  const query = new URLSearchParams({ search, filter, ordering, limit: '1000' })
  const { status, body } = await ruth('GET', `/api/drivers/?${query}`)
  const expected = onDevice(search, filter, ordering)
  expect(status).toBe(200)
  expect(body.count).toBe(expected.length)
  expect(body.results).toEqual(expected)
}

const SEARCHES = [
  'ann',
  'JOSÉ',
  'jose',
  'ñunez josé',
  'öz ad',
  'STRASSE',
  'straße',
  'İrem',
  'irem',
  'ΣΊΣΥΦΟΣ',
  'jäger',
  'JÄGER',
  '%',
  '100%',
  '_',
  'a_b',
  '\\',
  'tr_0',
  'two  blanks',
  ' \t ',
  '小龍',
  '🚚',
  '312 0100',
  '555-0100',
  '3125550100',
  '+13125550100',
  'tl-1000 tr_',
  'boone @haulyard',
  'o’neil',
  'marisol villa',
  'marisol ann',
  "'; drop table users; --",
  "O'Brien",
  'obrien sean',
  'NUNEZ',
  'lukasz wojcik',
  'smith jr',
  '312-555-0100',
  '1 (312) 555-0100',
  '#10',
]

test.each(DRIVER_ORDERINGS)(
  'a search by %s finds the same drivers as on the device, in the same order',
  async (ordering) => {
    for (const search of SEARCHES) {
      for (const filter of ['', 'on_the_road', 'firing_process'] as const) await expectSame(search, filter, ordering)
    }
    // By the digits of a phone number, with or without its plus, although it is stored with spaces.
    expect(onDevice('+13125550100', '', ordering)).toHaveLength(all.length)
    expect(onDevice('3125550100', '', ordering)).toHaveLength(all.length)
    // By the dispatcher.
    expect(onDevice('villaseñor marisol', '', ordering)).toHaveLength(all.length / 3)
    // In another spelling.
    for (const search of ["O'Brien", 'lukasz', 'smith jr']) expect(onDevice(search, '', ordering)).toHaveLength(3)
    for (const search of ['nunez', 'Núñez'.normalize('NFD')]) expect(onDevice(search, '', ordering)).toHaveLength(9)
    expect(onDevice('312-555-0100', '', ordering)).toHaveLength(all.length)
    // The searches must prove something: many of them find some drivers, but not all.
    const found = SEARCHES.map((search) => onDevice(search, '', ordering).length)
    expect(found.filter((count) => count > 0 && count < all.length).length).toBeGreaterThan(15)
  },
)

test('any random search finds the same drivers on the server and on the device', async () => {
  const pieces = all.flatMap(({ user, truck, trailer, dispatcher }) => [
    user.first_name,
    user.last_name,
    user.email,
    user.phone,
    user.phone.replaceAll(/\D/g, ''),
    truck,
    trailer,
    dispatcher?.user.last_name ?? null,
  ])
  const piece = fc.oneof(
    fc.constantFrom(...pieces.filter((one) => one !== null && one !== '')),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
    fc.constantFrom('%', '_', '\\', ' ', '\\%', '+1', 'A'),
  )
  const part = fc.tuple(piece, fc.nat(6), fc.nat(6)).map(([text, from, length]) => text?.slice(from, from + 1 + length))
  const name = all.map(({ user }) => `${user.first_name} ${user.last_name}`)
  const phrase = fc.oneof(piece, part, fc.constantFrom(...name)).map((text) => `"${text}"`)
  const search = fc
    .array(fc.oneof(piece, part, phrase), { maxLength: 3 })
    .map((parts) => parts.join(' ').slice(0, MAX_SEARCH))
  const storable = search.filter((text) => text.isWellFormed() && !text.includes('\0'))
  const ordering = fc.constantFrom(...DRIVER_ORDERINGS)
  const filter = fc.constantFrom('' as const, ...STATUSES)
  await fc.assert(
    fc.asyncProperty(storable, filter, ordering, (text, status, order) => expectSame(text, status, order)),
    { numRuns: 150 },
  )
})

test('the pages of a search continue by cursor and end where the device’s list ends', async () => {
  const expected = onDevice('haulyard a', '', 'dispatcher').map(({ id }) => id)
  const rows: Driver[] = []
  for (let next: string | null = '/api/drivers/?search=haulyard+a&ordering=dispatcher&limit=4'; next; ) {
    const { body } = await ruth('GET', next)
    expect(body.count).toBe(expected.length)
    rows.push(...body.results)
    next = body.next
  }
  expect(rows.map(({ id }) => id)).toEqual(expected)
})

test('a search that is too long or contains a NUL is refused at its field', async () => {
  for (const search of ['x'.repeat(MAX_SEARCH + 1), '%00']) {
    const answer = await ruth('GET', `/api/drivers/?search=${search}`)
    expect(answer, search).toMatchObject({ status: 400, body: { search: [expect.any(String)] } })
  }
})
