import type { Row } from './row.ts'

const KILL_POINTS = [
  'kill-points/full-disk',
  'kill-points/keeping',
  'kill-points/people',
  'kill-points/photos',
  'kill-points/sending',
  'kill-points/storage',
  'kill-points/tabs',
  'kill-points/together',
  'kill-points/versions',
]
/** What a device keeps is its user's alone. */
const SEALED = ['refresh-tokens', 'another-users-data', 'held-changes', 'signed-out-profile']
const PROCESS = ['tests/server/process/*.test.ts']
/** The same promises in other engines than Chromium. */
const ENGINES = ['engines/webkit', 'engines/firefox']
/** A change that is kept, sent, cut off and made once. */
const WHOLE_WAY = ['smoke', 'without-a-network', 'trouble']

/** What is done once for every area. Many areas show it, so the journeys are those that show most of it at once. */
export const MACHINERY_ROWS: readonly Row[] = [
  {
    name: 'what every call is made of',
    paths: [
      'contract/{access,api,current-user,day-bounds,days,endpoint,folded,health,orderings,origin,page,pasted-text,people,plain-text,problem,receipt,record,search,search-text}.ts',
    ],
    journeys: [...WHOLE_WAY, 'permissions', 'lists', 'drivers'],
    isMachinery: true,
  },
  {
    name: 'what browsers do differently',
    paths: ['src/browser/**'],
    journeys: [
      'older-browsers',
      'wrong-clock',
      'rewritten-page',
      ...ENGINES,
      ...WHOLE_WAY,
      ...KILL_POINTS,
      'reading',
      'app-life',
      'people-on-one-tablet',
      'session',
    ],
    isMachinery: true,
  },
  {
    name: 'calls of the app',
    paths: ['src/api/**'],
    journeys: [...WHOLE_WAY, 'gateway', 'session', 'live', 'files'],
    isMachinery: true,
  },
  {
    name: 'changes that wait, and are sent once',
    paths: ['src/offline/outbox/**'],
    journeys: [...ENGINES, ...WHOLE_WAY, ...KILL_POINTS, 'outbox', 'app-life', 'people-on-one-tablet'],
    isMachinery: true,
  },
  {
    name: 'what was typed and not yet saved',
    paths: ['src/offline/drafts/**'],
    journeys: [...SEALED, 'app-life', 'contacts', 'inspection-photos', 'unsaved', 'users'],
    isMachinery: true,
  },
  {
    name: 'what is read without a network',
    paths: ['src/offline/*', 'src/offline/live/**'],
    journeys: [
      ...ENGINES,
      ...WHOLE_WAY,
      ...SEALED,
      'reading',
      'lists',
      'live',
      'app-life',
      'permissions',
      'kill-points/storage',
    ],
    isMachinery: true,
  },
  {
    name: 'how what a device stores is sealed',
    paths: ['src/seal/**'],
    journeys: [...ENGINES, ...WHOLE_WAY, ...KILL_POINTS, ...SEALED, 'unsaved', 'files'],
    isMachinery: true,
  },
  {
    name: 'who is signed in',
    paths: ['src/session/**'],
    journeys: [...SEALED, 'sign-in', 'session', 'permissions', 'passwords', 'ownership', 'kill-points/people', 'smoke'],
    isMachinery: true,
  },
  {
    name: 'the frame around all pages',
    paths: [
      'src/app/**',
      'src/main.tsx',
      'src/router.ts',
      'src/route-tree.gen.ts',
      'src/routes/{__root,_app,_app.$}.tsx',
    ],
    journeys: [
      ...ENGINES,
      ...WHOLE_WAY,
      'sign-in',
      'app-life',
      'people-on-one-tablet',
      'accessibility',
      'appearance',
      'layout',
      'safe-areas',
    ],
    isMachinery: true,
  },
  {
    name: 'how the app gets an icon of its own',
    paths: ['src/app/install-*'],
    journeys: ['home-screen'],
  },
  {
    name: 'how a new version takes over',
    paths: ['src/app/{update-prompt,update-ready,update-rules,service-worker-client}.*'],
    journeys: ['kill-points/versions'],
  },
  {
    name: 'the device’s own pages',
    paths: ['src/app/{device,diagnostics}/**', 'src/routes/_app.{device,diagnostics}.tsx'],
    journeys: ['reading', 'app-life', 'accessibility', 'diagnostics'],
  },
  {
    name: 'lists',
    paths: ['src/list/**'],
    journeys: ['lists', 'all-users', 'drivers', 'trucks', 'keyboard', 'layout', 'smoke'],
    isMachinery: true,
  },
  {
    name: 'forms, and the records that they change',
    paths: ['src/form/*', 'src/record/**'],
    journeys: ['unit-forms', 'contacts', 'users', 'profiles', 'inspection-forms', 'accessibility', 'fields', 'outbox'],
    isMachinery: true,
  },
  {
    name: 'what pages are drawn with',
    paths: ['src/ui/**', 'src/theme/**'],
    journeys: [
      ...ENGINES,
      'smoke',
      'accessibility',
      'appearance',
      'fields',
      'layout',
      'keyboard',
      'lists',
      'date-selector',
      'safe-areas',
    ],
    isMachinery: true,
  },
  {
    name: 'names to pick from',
    paths: ['src/picks/**'],
    journeys: ['drivers', 'unit-forms'],
  },
  {
    name: 'how values are written',
    paths: ['src/format/**'],
    journeys: ['smoke', 'drivers', 'schedule-sheet', 'inspections', 'dashboard'],
    isMachinery: true,
  },
  {
    name: 'the service worker',
    paths: ['sw/**'],
    journeys: [...ENGINES, ...WHOLE_WAY, 'reading', 'app-life', 'files', 'kill-points/versions', 'kill-points/storage'],
    isMachinery: true,
  },
  {
    name: 'how the server answers',
    paths: ['server/{base,http}/**'],
    tests: PROCESS,
    journeys: [...WHOLE_WAY, 'session', 'files', 'live', 'kill-points/sending', 'kill-points/together'],
    isMachinery: true,
  },
  {
    name: 'the database',
    paths: ['server/db/**'],
    tests: ['tests/server/**'],
    journeys: [...WHOLE_WAY, 'drivers', 'kill-points/sending'],
    isMachinery: true,
  },
  {
    name: 'what all records share',
    paths: ['server/records/**'],
    journeys: [...WHOLE_WAY, 'drivers', 'schedule-together', 'history'],
    isMachinery: true,
  },
  {
    name: 'the start of the server',
    paths: ['server/*.ts', 'server/{base,start}/**'],
    tests: PROCESS,
    journeys: ['smoke', 'first-administrator', 'without-a-network'],
    isMachinery: true,
  },
  {
    name: 'limits of failed tries',
    paths: ['server/throttle/**'],
    tests: ['tests/server/modules/{session,passwords}.test.ts', 'tests/server/modules/security/throttled.test.ts'],
    journeys: ['sign-in', 'passwords'],
  },
  {
    name: 'what is done now and then',
    paths: ['server/jobs/**'],
    tests: ['tests/server/jobs/*.test.ts', 'tests/server/process/main.test.ts'],
    journeys: ['smoke', 'map', 'expenses'],
  },
  {
    name: 'the demo company',
    paths: ['server/seed/**'],
    tests: ['tests/server/seed/*.test.ts', 'tests/server/process/main.test.ts'],
    journeys: ['smoke', 'dashboard', 'layout', 'inspections'],
  },
  {
    name: 'the simulated company on the road',
    paths: ['server/simulation/**'],
    tests: ['tests/server/{simulation,seed}/**/*.test.ts'],
    journeys: ['smoke', 'map', 'map-history', 'expenses'],
  },
  {
    name: 'vendors',
    paths: ['server/providers/*.ts', 'server/providers/{fuel,http-feed,reports,telematics,tolls}/**'],
    tests: ['tests/server/providers/**/*.test.ts', 'tests/server/jobs/*.test.ts'],
    journeys: ['map', 'map-history', 'expenses'],
  },
  {
    name: 'where files lie',
    paths: ['server/providers/files/**'],
    tests: ['tests/server/providers/local-files.test.ts', 'tests/server/modules/files.test.ts'],
    journeys: ['files', 'inspection-photos'],
  },
  {
    name: 'how mail goes out',
    paths: ['server/providers/mail/**'],
    tests: ['tests/server/providers/mail.test.ts', 'tests/server/{modules,process}/mail.test.ts'],
    journeys: ['passwords', 'users'],
  },
]
