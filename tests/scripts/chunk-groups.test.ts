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
/** The imports of a small app, by file: a login and a list of drivers with a field in common, and more pages. */
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
  'src/session/tokens/server-keys.ts': ['contract/session/device-sessions.ts'],
}
const graphOf = (imports: Readonly<Record<string, readonly string[]>>) => ({
  getModuleInfo: (id: string) => ({
    importedIds: (Object.entries(imports).find(([from]) => at(from) === id)?.[1] ?? []).map(at),
    dynamicallyImportedIds: Object.entries(PAGES).flatMap(([route, page]) => (id === at(route) ? [at(page)] : [])),
  }),
})
const graph = graphOf(IMPORTS)
/** The group of a module that `shares` pages and parts use; null if the bundler decides. */
function fileOf(path: string, shares = 2): string | null {
  const names = chunkGroups().map((group) => {
    const isShared = shares >= ('minShareCount' in group ? group.minShareCount : 1)
    return isShared && typeof group.name === 'function' ? group.name(at(path), graph) : null
  })
  return names.find((name) => name !== null) ?? null
}

describe('the chunks of the app', () => {
  it('separate the modules of pages without sign-in from the rest', () => {
    expect(fileOf('src/form/fields/text-field.tsx')).toBe('public')
    expect(fileOf('contract/text.ts')).toBe('public')
    expect(fileOf('src/list/list-page.tsx')).toBe('app')
    expect(fileOf('contract/people/drivers.ts')).toBe('app')
    // Loaded by a file that two signed-in routes share and that is not a route itself.
    expect(fileOf('src/boards/schedule/schedule-for.ts')).toBe('schedule-board')
  })

  it('separate an icon that several parts use from all of them', () => {
    expect(fileOf('/packages/@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs')).toBe('icons')
    expect(fileOf('/packages/@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs', 1)).toBeNull()
    expect(fileOf('/packages/@tabler/icons-react/dist/esm/createReactComponent.mjs')).toBeNull()
  })

  it('separate what every page loads later from the signed-in app', () => {
    expect(fileOf('src/app/toasts.tsx', 1)).toBe('toasts')
    expect(fileOf('src/offline/metered.ts')).toBe('public')
  })

  it('keep what a device without keys loads before its first data apart from all dialogs', () => {
    expect(fileOf('contract/session/device-sessions.ts')).toBe('keys')
    expect(fileOf('src/session/device-id.ts', 1)).toBe('keys')
  })

  it('separate what toasts share with dialogs from the toasts, which no page waits for', () => {
    expect(fileOf('/packages/@mantine/core/esm/components/Portal/Portal.mjs', 1)).toBe('overlays')
    expect(fileOf('/packages/react-remove-scroll/dist/es2015/UI.js', 1)).toBe('overlays')
    expect(fileOf('/packages/@mantine/core/esm/components/PortalFree/Free.mjs', 1)).toBeNull()
  })

  it('separate contract modules that only later pages use from the first lists', () => {
    expect(fileOf('contract/maintenance/fleet-health.ts')).toBe('later')
    expect(fileOf('contract/people/drivers.ts')).toBe('app')
  })

  it('separate the filters of later pages from the first lists', () => {
    for (const path of FILTERS) expect(fileOf(path), path).toBe('later')
  })

  it('put contract modules that only one part uses with that part', () => {
    expect(fileOf('contract/wire/map-settings.ts')).toBe('map-board')
  })

  it('put the modules of changes with the changes, whichever pages use them', () => {
    // No page uses this one.
    expect(fileOf('contract/people/driver-changes.ts')).toBe('commands')
    expect(fileOf('contract/people/user-changes.ts', 1)).toBe('users-changes')
    expect(fileOf('contract/units/unit-changes.ts')).toBe('changes')
  })

  it('keep the map’s modules together, apart from the lists, without those of later layers', () => {
    expect(fileOf('src/map/mark-layer.ts', 1)).toBe('map')
    expect(fileOf('src/map/great-circle.ts', 1)).toBe('map')
    // Only a later layer of the map uses it.
    expect(fileOf('src/map/track/draw-track.ts', 1)).toBeNull()
  })

  it('separate form fields from the lists, except fields that a board uses too', () => {
    expect(fileOf('src/form/photos/photo-field.tsx')).toBe('forms')
    expect(fileOf('src/form/fields/select-field.tsx')).toBe('app')
    expect(fileOf('src/form/fields/text-field.tsx')).toBe('public')
  })

  it('include one for each area and one for each board, and leave each page’s own modules to the bundler', () => {
    expect(fileOf('src/areas/drivers/list/driver-card.tsx')).toBe('drivers')
    // Fewer users open a board's pages than the lists, so the lists do not load what a board's pages share.
    expect(fileOf('src/boards/schedule/schedule-items.ts')).toBe('schedule-board')
    expect(fileOf(DRIVERS_PAGE)).toBeNull()
    expect(fileOf(LOGIN_PAGE)).toBeNull()
  })

  it('separate what several pages open by a click from what every page needs at first', () => {
    expect(fileOf('src/ui/date-selector/calendar.tsx')).toBe('clicked')
    expect(fileOf('src/ui/date-selector/dates-dialog.tsx', 1)).toBeNull()
    expect(fileOf('src/areas/drivers/driver-details.tsx')).toBeNull()
    expect(fileOf('src/offline/drafts/drafts.ts')).toBe('app')
  })

  it('separate the outbox’s start from what a click opens', () => {
    expect(fileOf('src/offline/outbox/send/transport.ts')).toBe('outbox')
    expect(fileOf('src/offline/outbox/engine.ts', 1)).toBeNull()
  })

  it('contain a package’s modules only through imports, never by their names', () => {
    expect(fileOf('/packages/mantine/table.mjs')).toBeNull()
  })

  it('are matched in this order by the bundler', () => {
    const order = chunkGroups().map(({ priority }) => priority)
    expect(order).toEqual([...order].sort((a, b) => b - a))
    expect(new Set(order).size).toBe(order.length)
  })
})

describe('a -changes file', () => {
  const CHANGES = 'contract/people/driver-changes.ts'
  const earlyWith = (path: string, imports: readonly string[]) =>
    earlyChangeFiles(graphOf({ ...IMPORTS, [path]: imports }))

  it('is not part of any first page', () => {
    expect(earlyChangeFiles(graph)).toEqual([])
  })

  it.each([
    ['the list of drivers', 'src/areas/drivers/list/driver-card.tsx'],
    ['the schedule', 'src/boards/schedule/schedule-items.ts'],
    ['a login', 'src/form/fields/text-field.tsx'],
    ['the first script', 'src/main.tsx'],
    ['what every page loads after it is drawn', 'src/offline/metered.ts'],
  ])('is refused if %s would load it', (_, path) => {
    expect(earlyWith(path, [CHANGES])).toEqual([expect.stringMatching(`${path} → ${CHANGES}$`)])
  })

  it('is reported with the whole import path that leads to it', () => {
    expect(earlyWith('contract/people/drivers.ts', [CHANGES])).toEqual([
      `${DRIVERS_PAGE} → src/areas/drivers/list/driver-list-page.tsx → src/list/list-page.tsx → contract/people/drivers.ts → ${CHANGES}`,
    ])
  })

  it('may be loaded with a later page and with the outbox’s start', () => {
    expect(earlyWith('src/map/mark-layer.ts', [CHANGES])).toEqual([])
    expect(earlyWith('src/offline/outbox/engine.ts', [CHANGES])).toEqual([])
  })
})
