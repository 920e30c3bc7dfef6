import { WHOLE_WAY } from './journey-groups.ts'
import type { Row } from './row.ts'

const PROCESS = ['tests/server/process/*.test.ts']

/** Server code that all areas share, and the start of the server. */
export const SERVER_ROWS: readonly Row[] = [
  {
    name: 'requests and responses of the server',
    paths: ['server/{base,http}/**', 'server/modules/*.ts'],
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
    name: 'shared code of all records',
    paths: ['server/records/**'],
    journeys: [...WHOLE_WAY, 'drivers', 'schedule-together', 'history'],
    isMachinery: true,
  },
  {
    name: 'columns of records',
    paths: ['server/modules/**/*-repository.ts'],
    tests: ['tests/server/db/stored-columns.test.ts'],
  },
  {
    name: 'the start of the server',
    paths: ['server/*.ts', 'server/{base,start}/**'],
    tests: PROCESS,
    journeys: ['smoke', 'first-administrator', 'without-a-network'],
    isMachinery: true,
  },
  {
    name: 'limits for failed attempts',
    paths: ['server/throttle/**'],
    tests: [
      'tests/server/modules/session/{session,passwords}.test.ts',
      'tests/server/modules/security/throttled.test.ts',
    ],
    journeys: ['sign-in', 'passwords'],
  },
  {
    name: 'jobs',
    paths: ['server/jobs/**'],
    tests: ['tests/server/jobs/*.test.ts', 'tests/server/process/main.test.ts'],
    journeys: ['smoke', 'map', 'expenses'],
  },
  {
    name: 'the demo company',
    paths: ['server/demo/{attachments,company,maintenance}/**'],
    tests: ['tests/server/demo/{company,maintenance}/*.test.ts', 'tests/server/process/main.test.ts'],
    journeys: ['smoke', 'dashboard', 'layout', 'inspections'],
  },
  {
    name: 'the simulated company on the road',
    paths: ['server/demo/{days,roads}/**', 'server/demo/random.ts'],
    tests: ['tests/server/demo/**/*.test.ts'],
    journeys: ['smoke', 'map', 'map-history', 'expenses'],
  },
  {
    name: 'vendors',
    paths: [
      'server/providers/*.ts',
      'server/providers/{fuel,http-feed,reports,telematics,tolls}/**',
      'server/demo/vendors/**',
    ],
    tests: ['tests/server/{providers,demo/vendors}/**/*.test.ts', 'tests/server/jobs/*.test.ts'],
    journeys: ['map', 'map-history', 'expenses'],
  },
  {
    name: 'file storage',
    paths: ['server/providers/files/**'],
    tests: ['tests/server/providers/local-files.test.ts', 'tests/server/modules/files.test.ts'],
    journeys: ['files', 'inspection-photos'],
  },
  {
    name: 'mail delivery',
    paths: ['server/providers/mail/**'],
    tests: ['tests/server/providers/mail.test.ts', 'tests/server/{modules,process}/mail.test.ts'],
    journeys: ['passwords', 'users'],
  },
]
