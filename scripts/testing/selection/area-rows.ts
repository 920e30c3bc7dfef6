import { INSPECTIONS } from './journey-groups.ts'
import type { Row } from './row.ts'
import { rowsByName } from './rows-by-name.ts'

const module = (name: string, ...more: readonly string[]): readonly string[] => [
  `server/modules/${name}/**`,
  `contract/**/${name}.ts`,
  ...more,
]
const area = (name: string, ...more: readonly string[]): readonly string[] => [
  ...module(name),
  `src/areas/${name}/**`,
  ...more,
]
/** Tests of server modules. They start the whole server, so they import no module and a row must name them. */
const ofModules = (names: string) => `tests/server/modules/**/${names}.test.ts`
const onPostgres = (names: string) => `tests/server/db/postgresql/${names}.test.ts`

const MAP_JOURNEYS = ['map', 'map-history', 'map-leading', 'map-permissions']
const SCHEDULE_JOURNEYS = [
  ...['schedule-grid', 'schedule-pointer', 'schedule-sheet', 'schedule-together', 'schedule-touch'],
  ...['keyboard', 'firing', 'steps'],
]

/** The areas: their pages in the app, their modules of the server, and their files of the contract. */
const OWN_ROWS: readonly Row[] = [
  {
    name: 'attention',
    paths: area('attention', 'contract/*/fleet-health.ts'),
    tests: [ofModules('attention')],
    journeys: ['attention'],
  },
  {
    name: 'contacts',
    paths: area('contacts', 'contract/*/contact-changes.ts'),
    tests: [ofModules('contacts')],
    journeys: ['contacts'],
  },
  {
    name: 'dispatchers',
    paths: area(
      'dispatchers',
      'contract/*/dispatcher-*.ts',
      'src/lookups/dispatcher-*',
      'src/routes/_app/dispatchers.tsx',
    ),
    tests: [ofModules('{dispatchers,dispatcher-photo}'), onPostgres('team-races')],
    journeys: ['dispatchers', 'smoke'],
  },
  {
    name: 'drivers',
    paths: area(
      'drivers',
      'contract/*/driver-{changes,choices}.ts',
      'src/lookups/driver-*',
      'src/routes/_app/drivers.tsx',
    ),
    tests: [ofModules('{drivers,driver-lists,driver-search,driver-units,photos,merge}'), onPostgres('driver-photo')],
    journeys: ['drivers', 'date-selector', 'files', 'history', 'keyboard', 'smoke'],
  },
  {
    name: 'tolls and fuel',
    paths: area('tolls', 'src/areas/fuel/**', 'contract/*/fuel.ts', 'server/modules/feeds/**', 'src/lookups/*feed*'),
    tests: [ofModules('{tolls,unit-expenses}'), onPostgres('expense-sums'), 'tests/server/jobs/*expense*.test.ts'],
    journeys: ['expenses'],
  },
  {
    name: 'weekly figures',
    paths: [
      'server/modules/figures/**',
      'contract/*/{driver,unit}-weeks.ts',
      'src/figures/**',
      'src/lookups/unit-miles*',
    ],
    tests: [ofModules('{figures,unit-figures,unit-expenses}'), onPostgres('expense-sums')],
    journeys: ['drivers', 'trucks', 'expenses'],
  },
  {
    name: 'imported reports',
    paths: area(
      'imports',
      'contract/*/{duplicate-expenses,import-*,report-choices,code-keys,name-keys}.ts',
      'src/routes/_app/reports.tsx',
    ),
    tests: ['tests/server/modules/imports/**', onPostgres('import-races'), 'tests/server/jobs/watch-reports.test.ts'],
    journeys: ['imports', 'vendor-reports', 'duplicate-expenses'],
  },
  {
    name: 'maintenance',
    paths: area(
      'maintenance',
      'contract/*/{inspection-*,inspections,maintenance-choices,attachments,fleet-managers}.ts',
      'src/lookups/fleet-managers-*',
      'src/routes/_app/maintenance*.tsx',
      'src/routes/_app/walk-around.tsx',
    ),
    tests: ['tests/server/modules/maintenance/**'],
    journeys: INSPECTIONS,
  },
  {
    name: 'the Outbox page',
    paths: ['src/areas/outbox/**', 'src/routes/_app/outbox.tsx'],
    journeys: ['outbox', 'trouble'],
  },
  {
    name: 'schedule',
    paths: area(
      'schedule',
      'contract/*/{schedule-changes,csv}.ts',
      'src/boards/schedule/**',
      'src/routes/_app/*schedule*',
    ),
    tests: [ofModules('schedule*'), onPostgres('schedule-races')],
    journeys: SCHEDULE_JOURNEYS,
  },
  {
    name: 'trucks and trailers',
    paths: area(
      'units',
      'contract/*/{service-days,unit-*,vin}.ts',
      'src/{lookups/unit-*,boards/unit/**,app/layout/go-to-unit.tsx,ui/code/**}',
      'src/routes/_app/{trucks,trailers,units.*}.tsx',
    ),
    tests: [ofModules('unit-*'), onPostgres('unit-*')],
    journeys: ['trucks', 'unit-page', 'unit-reports', 'go-to-unit', 'unit-forms', 'renumbering', 'smoke'],
  },
  {
    name: 'users and their profiles',
    paths: area(
      'users',
      'contract/*/{user-*,own-sessions,ownership,undo-email}.ts',
      'src/routes/_app/users*.tsx',
      'src/app/held/*password-*',
    ),
    tests: [ofModules('{users,own-sessions,own-password}'), ofModules('ownership/*'), onPostgres('administrators')],
    journeys: ['users', 'all-users', 'profiles', 'digest', 'permissions', 'ownership'],
  },
  {
    name: 'the security log and other users’ sessions',
    paths: module(
      'security',
      'contract/*/{security-*,user-sessions,browser-words}.ts',
      'server/http/{note-refusals,recent-log-entries,files/serve-download}.ts',
      'server/modules/session/{end-*,ended-*}.ts',
      'src/areas/users/security/**',
      'src/areas/users/*/session-*',
      'src/routes/_app/security.tsx',
    ),
    tests: ['tests/server/modules/security/**', ofModules('own-sessions')],
    journeys: ['security', 'session'],
  },
  {
    name: 'the dashboard',
    paths: module('dashboard', 'contract/*/gross-revenue.ts', 'src/boards/dashboard/**', 'src/routes/_app/index.tsx'),
    tests: [ofModules('dashboard'), onPostgres('statistic-race'), 'tests/server/jobs/statistic-weeks.test.ts'],
    journeys: ['dashboard', 'attention', 'expenses'],
  },
  {
    name: 'map',
    paths: module(
      'telematics',
      'server/modules/map-settings/**',
      'contract/*/map-*.ts',
      'src/boards/map/**',
      'src/map/**',
      'src/routes/_app/map.tsx',
    ),
    tests: [ofModules('{telematics-fleet,map-settings}'), 'tests/server/modules/telematics/**'],
    journeys: MAP_JOURNEYS,
  },
  {
    name: 'history',
    paths: module('history', 'src/history/**'),
    tests: [ofModules('history')],
    journeys: ['history', 'drivers', 'inspection-detail'],
  },
  {
    name: 'files and photos',
    paths: module('files', 'contract/files/{file-names,photo-rules,pictures}.ts', 'src/form/{attachments,photos}/**'),
    tests: [ofModules('{files,photos,dispatcher-photo}'), 'tests/server/modules/maintenance/attachments.test.ts'],
    journeys: ['files', 'inspection-photos', 'inspection-forms', 'safe-areas', 'kill-points/photos'],
  },
  {
    name: 'mail',
    paths: ['server/modules/mail/**', 'contract/*/escape-html.ts'],
    tests: [
      ofModules('{mail,mail-words,digest-words}'),
      'tests/server/process/mail.test.ts',
      onPostgres('digest-race'),
    ],
    journeys: ['digest', 'passwords', 'users', 'ownership'],
  },
  {
    name: 'sign-in',
    paths: module(
      'session',
      'contract/*/{setup,device-sessions}.ts',
      'src/app/login/**',
      'src/routes/{login,setup}.tsx',
    ),
    tests: [
      ofModules('{session,setup,own-sessions,own-password,device-keys,ended-elsewhere,refused-tokens}'),
      onPostgres('sessions'),
    ],
    journeys: [
      'sign-in',
      'session',
      'refresh-tokens',
      'first-administrator',
      'people-on-one-tablet',
      'ownership',
      'smoke',
    ],
  },
  {
    name: 'passwords',
    paths: module(
      'passwords',
      'src/app/login/*password*',
      'src/app/login/{reset,undo}-*',
      'src/routes/{*-password,undo-email}.tsx',
    ),
    tests: [ofModules('{passwords,own-password}'), ofModules('ownership/*'), onPostgres('password-races')],
    journeys: ['passwords', 'users', 'ownership'],
  },
  {
    name: 'batches of changes',
    paths: module('changes', 'contract/*/transport.ts'),
    tests: [ofModules('{batched-changes,interrupted-batch}')],
    journeys: ['kill-points/together', 'kill-points/sending', 'schedule-grid'],
  },
  {
    name: 'devices and their sequence numbers',
    paths: module('devices'),
    tests: [ofModules('devices')],
    journeys: ['kill-points/storage', 'app-life'],
  },
  {
    name: 'live updates',
    paths: module('events', 'src/offline/live/**', 'server/records/sync/**'),
    tests: [
      ofModules('{events,event-feed,history-tail,unit-events,own-rows,sync-positions,sync-rows}'),
      onPostgres('{events,sync}'),
      'tests/server/http/event-stream.test.ts',
    ],
    journeys: ['live', 'permissions'],
  },
  {
    name: 'whole lists in one response',
    paths: module('pages', 'src/offline/query-storage/stream-lists.ts'),
    tests: [ofModules('pages'), 'tests/server/http/event-stream.test.ts'],
    journeys: ['reading', 'first-screen', 'stored-lists'],
  },
]

export const AREA_ROWS: readonly Row[] = [...OWN_ROWS, ...rowsByName(OWN_ROWS)]
