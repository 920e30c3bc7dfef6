import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chunkGroups } from '#scripts/build/chunk-groups.ts'
import { earlyChangeFiles } from '#scripts/build/late-changes.ts'
import { root } from '#scripts/places.mjs'

const at = (path: string) => (path.startsWith('/') ? path : join(root, path).replaceAll('\\', '/'))
const LOGIN = 'src/routes/login.tsx'
const LOGIN_PAGE = `${LOGIN}?tsr-split=component`
const DRIVERS = 'src/routes/_app/drivers.tsx'
const DRIVERS_PAGE = `${DRIVERS}?tsr-split=component`
const SCHEDULE = 'src/routes/_app/schedule.tsx'
const SCHEDULE_PAGE = `${SCHEDULE}?tsr-split=component`
const TRUCKS = 'src/routes/_app/trucks.tsx'
const TRUCKS_PAGE = `${TRUCKS}?tsr-split=component`
const MAP = 'src/routes/_app/map.tsx'
const MAP_PAGE = `${MAP}?tsr-split=component`
const USERS = 'src/routes/_app/users.index.tsx'
const USERS_PAGE = `${USERS}?tsr-split=component`
const DASHBOARD = 'src/routes/_app/index.tsx'
const DASHBOARD_PAGE = `${DASHBOARD}?tsr-split=component`
const PAGES: Readonly<Record<string, string>> = {
  [LOGIN]: LOGIN_PAGE,
  [DRIVERS]: DRIVERS_PAGE,
  [SCHEDULE]: SCHEDULE_PAGE,
  [TRUCKS]: TRUCKS_PAGE,
  [DASHBOARD]: DASHBOARD_PAGE,
  [MAP]: MAP_PAGE,
  [USERS]: USERS_PAGE,
  'src/routes/_app/-schedule-route.ts': 'src/boards/schedule/schedule-for.ts',
}
const FILTERS = [
  'src/list/filter/filter-menu.tsx',
  'src/list/filter/check-list.tsx',
  'src/ui/date-selector/date-search.tsx',
  'src/ui/date-selector/searched-dates.ts',
]
/** What imports what: a login and a list of drivers with a field in common, and more that only the list has. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  [LOGIN_PAGE]: ['src/app/login/login-page.tsx'],
  'src/app/login/login-page.tsx': ['src/form/fields/text-field.tsx', '/packages/mantine/index.mjs'],
  'src/form/fields/text-field.tsx': ['contract/text.ts'],
  '/packages/mantine/index.mjs': ['/packages/mantine/table.mjs'],
  'src/offline/live/live.ts': ['src/offline/metered.ts'],
  [DRIVERS_PAGE]: ['src/areas/drivers/list/driver-list-page.tsx'],
  'src/areas/drivers/list/driver-list-page.tsx': [
    'src/form/fields/text-field.tsx',
    'src/list/list-page.tsx',
    'src/areas/drivers/list/driver-card.tsx',
  ],
  [SCHEDULE_PAGE]: ['src/boards/schedule/schedule-items.ts'],
  [TRUCKS_PAGE]: [
    'contract/maintenance/fleet-health.ts',
    'contract/units/unit-changes.ts',
    'src/list/list-page.tsx',
    ...FILTERS,
  ],
  [DASHBOARD_PAGE]: ['contract/maintenance/fleet-health.ts', 'src/ui/page/card.tsx', ...FILTERS],
  [MAP_PAGE]: ['contract/wire/map-settings.ts', 'src/map/mark-layer.ts', 'src/map/great-circle.ts'],
  [USERS_PAGE]: [
    'src/form/photos/photo-field.tsx',
    'src/form/fields/select-field.tsx',
    'src/form/fields/text-field.tsx',
    'contract/units/unit-changes.ts',
    'contract/people/user-changes.ts',
  ],
  'src/list/list-page.tsx': ['contract/people/drivers.ts'],
  'src/app/commands.ts': ['contract/people/driver-changes.ts', 'contract/units/unit-changes.ts'],
  'src/offline/outbox/engine.ts': ['src/offline/outbox/send/transport.ts'],
  'src/offline/outbox/browser-ports.ts': ['src/offline/outbox/send/transport.ts'],
  'src/app/draft-offers.tsx': ['src/offline/drafts/drafts.ts'],
}
const graphOf = (imports: Readonly<Record<string, readonly string[]>>) => ({
  getModuleInfo: (id: string) => ({
    importedIds: (Object.entries(imports).find(([from]) => at(from) === id)?.[1] ?? []).map(at),
    dynamicallyImportedIds: Object.entries(PAGES).flatMap(([route, page]) => (id === at(route) ? [at(page)] : [])),
  }),
})
const graph = graphOf(IMPORTS)
/** The file in which a module stands that so many pages and parts share; null: as the bundler likes. */
function fileOf(path: string, shares = 2): string | null {
  const names = chunkGroups().map((group) => {
    const isShared = shares >= ('minShareCount' in group ? group.minShareCount : 1)
    return isShared && typeof group.name === 'function' ? group.name(at(path), graph) : null
  })
  return names.find((name) => name !== null) ?? null
}

describe('the files that the app is built into', () => {
  it('keep apart what somebody needs who is not signed in', () => {
    expect(fileOf('src/form/fields/text-field.tsx')).toBe('public')
    expect(fileOf('contract/text.ts')).toBe('public')
    expect(fileOf('src/list/list-page.tsx')).toBe('app')
    expect(fileOf('contract/people/drivers.ts')).toBe('app')
    // Loaded by what two signed-in routes share, which is no route itself.
    expect(fileOf('src/boards/schedule/schedule-for.ts')).toBe('schedule-board')
  })

  it('keep an icon that several parts have apart from all of them', () => {
    expect(fileOf('/packages/@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs')).toBe('icons')
    expect(fileOf('/packages/@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs', 1)).toBeNull()
    expect(fileOf('/packages/@tabler/icons-react/dist/esm/createReactComponent.mjs')).toBeNull()
  })

  it('keep what every page loads later away from the signed-in part', () => {
    expect(fileOf('src/app/toasts.tsx', 1)).toBe('toasts')
    expect(fileOf('src/offline/metered.ts')).toBe('public')
  })

  it('keep what toasts have in common with dialogs away from the toasts, which no page waits for', () => {
    expect(fileOf('/packages/@mantine/core/esm/components/Portal/Portal.mjs', 1)).toBe('overlays')
    expect(fileOf('/packages/react-remove-scroll/dist/es2015/UI.js', 1)).toBe('overlays')
    expect(fileOf('/packages/@mantine/core/esm/components/PortalFree/Free.mjs', 1)).toBeNull()
  })

  it('keep what of the contract only later pages ask for away from the first lists', () => {
    expect(fileOf('contract/maintenance/fleet-health.ts')).toBe('later')
    expect(fileOf('contract/people/drivers.ts')).toBe('app')
  })

  it('keep what later pages are narrowed by away from the first lists, too', () => {
    for (const path of FILTERS) expect(fileOf(path), path).toBe('later')
  })

  it('have what of the contract one part alone asks for with that part', () => {
    expect(fileOf('contract/wire/map-settings.ts')).toBe('map-board')
  })

  it('have what changes are made of with the changes, whichever pages ask for it', () => {
    // Of no page.
    expect(fileOf('contract/people/driver-changes.ts')).toBe('commands')
    expect(fileOf('contract/people/user-changes.ts', 1)).toBe('users-changes')
    expect(fileOf('contract/units/unit-changes.ts')).toBe('changes')
  })

  it('keep what a map is made of together, whoever draws on it later, and away from the lists', () => {
    expect(fileOf('src/map/mark-layer.ts', 1)).toBe('map')
    expect(fileOf('src/map/great-circle.ts', 1)).toBe('map')
    // Drawn by what comes later alone.
    expect(fileOf('src/map/track/draw-track.ts', 1)).toBeNull()
  })

  it('keep the fields of forms away from the lists, but what stands on a board as well', () => {
    expect(fileOf('src/form/photos/photo-field.tsx')).toBe('forms')
    expect(fileOf('src/form/fields/select-field.tsx')).toBe('app')
    expect(fileOf('src/form/fields/text-field.tsx')).toBe('public')
  })

  it('are one for each area, one for each board, and one for each page', () => {
    expect(fileOf('src/areas/drivers/list/driver-card.tsx')).toBe('drivers')
    // The pages of one board are opened by fewer people than the lists are: what they share does not come with these.
    expect(fileOf('src/boards/schedule/schedule-items.ts')).toBe('schedule-board')
    expect(fileOf(DRIVERS_PAGE)).toBeNull()
    expect(fileOf(LOGIN_PAGE)).toBeNull()
  })

  it('keep what is opened by a click on several pages away from what every page has at first', () => {
    expect(fileOf('src/ui/date-selector/calendar.tsx')).toBe('clicked')
    expect(fileOf('src/ui/date-selector/dates-dialog.tsx', 1)).toBeNull()
    expect(fileOf('src/areas/drivers/driver-details.tsx')).toBeNull()
    expect(fileOf('src/offline/drafts/drafts.ts')).toBe('app')
  })

  it('keep what the outbox is opened with away from what is opened by a click', () => {
    expect(fileOf('src/offline/outbox/send/transport.ts')).toBe('outbox')
    expect(fileOf('src/offline/outbox/engine.ts', 1)).toBeNull()
  })

  it('have of packages what their own modules import, and nothing by name', () => {
    expect(fileOf('/packages/mantine/table.mjs')).toBeNull()
  })

  it('are taken in this order by the bundler', () => {
    const order = chunkGroups().map(({ priority }) => priority)
    expect(order).toEqual([...order].sort((a, b) => b - a))
    expect(new Set(order).size).toBe(order.length)
  })
})

describe('what changes are made of', () => {
  const CHANGES = 'contract/people/driver-changes.ts'
  const earlyWith = (path: string, imports: readonly string[]) =>
    earlyChangeFiles(graphOf({ ...IMPORTS, [path]: imports }))

  it('comes with no first page', () => {
    expect(earlyChangeFiles(graph)).toEqual([])
  })

  it.each([
    ['the list of drivers', 'src/areas/drivers/list/driver-card.tsx'],
    ['the schedule', 'src/boards/schedule/schedule-items.ts'],
    ['a login', 'src/form/fields/text-field.tsx'],
    ['the first script', 'src/main.tsx'],
    ['what every page loads once it stands', 'src/offline/metered.ts'],
  ])('is refused where %s would bring it', (_, path) => {
    expect(earlyWith(path, [CHANGES])).toEqual([expect.stringMatching(`${path} → ${CHANGES}$`)])
  })

  it('is named with the whole way by which it comes', () => {
    expect(earlyWith('contract/people/drivers.ts', [CHANGES])).toEqual([
      `${DRIVERS_PAGE} → src/areas/drivers/list/driver-list-page.tsx → src/list/list-page.tsx → contract/people/drivers.ts → ${CHANGES}`,
    ])
  })

  it('may come with a page that comes later, and with what the outbox is opened with', () => {
    expect(earlyWith('src/map/mark-layer.ts', [CHANGES])).toEqual([])
    expect(earlyWith('src/offline/outbox/engine.ts', [CHANGES])).toEqual([])
  })
})
