import { describe, expect, it } from 'vitest'
import { MAX_TABS, narrowEntries, permittedEntries, tabsOf } from '#src/app/layout/navigation.ts'
import { loginSearch } from '#src/app/login/login-search.ts'
import { aUser } from '#tests/support/builders/a-user.ts'

const none = Array.from({ length: 6 }, (_, area) => ({ id: 2 * area + 1, area, user_has_permission: false }))
const withAreas = (...areas: readonly number[]) =>
  none.map((one) => ({ ...one, user_has_permission: areas.includes(one.area) }))
const with1 = (area: number) => withAreas(area)
const titles = (...given: Parameters<typeof permittedEntries>) => permittedEntries(...given).map(({ title }) => title)

/** The specified pages, then the others. */
const PAGES = [
  'Schedule',
  'Dashboard',
  'Drivers',
  'Dispatchers',
  'Trucks',
  'Trailers',
  'All users',
  'Maintenance',
  'Map',
  'Reports',
  'Outbox',
]

describe('the menu', () => {
  it('shows everything to an administrator: the specified pages, then the others', () => {
    expect(titles(aUser({ role: 'administrator' }))).toEqual(PAGES)
  })

  it('shows the dashboard and the outbox to every user', () => {
    const withoutAccess = aUser({ role: 'driver', view_permissions: none, edit_permissions: none })
    expect(titles(withoutAccess)).toEqual(['Dashboard', 'Outbox'])
  })

  it('shows an area to users who may view it, and to users who may only edit it', () => {
    const viewer = aUser({ role: 'dispatcher', view_permissions: with1(1), edit_permissions: none })
    const editor = aUser({ role: 'dispatcher', view_permissions: none, edit_permissions: with1(2) })
    expect(titles(viewer)).toContain('Drivers')
    expect(titles(viewer)).not.toContain('Schedule')
    expect(titles(editor)).toContain('Schedule')
  })

  it('shows the map to users who may view drivers, trailers or trucks; edit permission is not enough', () => {
    for (const area of [1, 4, 5]) {
      const viewer = aUser({ role: 'dispatcher', view_permissions: with1(area), edit_permissions: none })
      const editor = aUser({ role: 'dispatcher', view_permissions: none, edit_permissions: with1(area) })
      expect([titles(viewer).includes('Map'), titles(editor).includes('Map')]).toEqual([true, false])
    }
    const office = aUser({ role: 'dispatcher', view_permissions: with1(2), edit_permissions: with1(0) })
    expect(titles(office)).not.toContain('Map')
  })

  it('is empty without a signed-in user', () => {
    expect(titles(null)).toEqual([])
  })

  /** The tabs of a narrow bar and the pages behind “More”. */
  const narrow = (...given: Parameters<typeof aUser>) =>
    tabsOf(narrowEntries(aUser(...given)), MAX_TABS.bottom).map((part) => part.map(({ title }) => title))

  it('on a phone and a tablet, begins with what the user may change, always has the outbox, and the rest behind “More”', () => {
    const manager = narrow({
      role: 'fleet_manager',
      view_permissions: withAreas(1, 2, 3, 4, 5),
      edit_permissions: withAreas(3, 4, 5),
    })
    expect(manager).toEqual([
      ['Walk-around', 'Trucks', 'Trailers', 'Maintenance', 'Outbox'],
      ['Schedule', 'Dashboard', 'Drivers', 'Map'],
    ])
    const dispatcher = narrow({
      role: 'dispatcher',
      view_permissions: withAreas(0, 1, 2, 4, 5),
      edit_permissions: withAreas(0, 1, 2),
    })
    expect(dispatcher[0]).toEqual(['Schedule', 'Drivers', 'Dispatchers', 'Dashboard', 'Outbox'])
    const driver = narrow({ role: 'driver', view_permissions: with1(2), edit_permissions: none })
    expect(driver).toEqual([['Schedule', 'Dashboard', 'Outbox'], []])
  })

  it('on a phone and a tablet, leaves every page of the menu reachable', () => {
    const all = narrow({ role: 'administrator' }).flat()
    expect(all.toSorted()).toEqual([...PAGES, 'Walk-around'].toSorted())
  })
})

describe('the page after a sign-in', () => {
  const from = (given: unknown) => loginSearch.parse({ from: given }).from

  it('is the page that the user wanted to open', () => {
    expect(from('/drivers?sort=status')).toBe('/drivers?sort=status')
  })

  it.each([undefined, '', 'drivers', 'https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 7])(
    'is the start page when the address contains %j',
    (given) => {
      expect(from(given)).toBe('/')
    },
  )
})
