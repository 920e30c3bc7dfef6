/**
 * A small project: path → its imports (`type …`: a type only). The first file breaks the rule. The files that it
 * imports exist and break no rule.
 */
export type PlantedProject = Readonly<Record<string, readonly string[]>>

/** For each folder of the server except the top one: a file that imports from the folder above. */
const upwardImports = ['jobs', 'modules', 'demo', 'http', 'throttle', 'providers', 'records', 'db', 'base'].map(
  (room) =>
    [
      `server-${room}-looks-down`,
      { [`server/${room}/part.ts`]: ['type #server/start/config.ts'], 'server/start/config.ts': [] },
    ] as const,
)

/** One violation for each rule of .dependency-cruiser.mjs. */
export const violations: Readonly<Record<string, PlantedProject>> = {
  resolves: { 'src/app/banner.ts': ['./bannner.ts'] },
  'no-cycles': { 'src/app/one.ts': ['./two.ts'], 'src/app/two.ts': ['./one.ts'] },
  'contract-imports-only-zod': { 'contract/people/drivers.ts': ['date-fns'] },
  'reads-before-changes': {
    'contract/people/drivers.ts': ['./driver-changes.ts'],
    'contract/people/driver-changes.ts': [],
  },
  'addresses-name-choices': {
    'src/areas/drivers/driver-search.ts': ['#contract/people/drivers.ts'],
    'contract/people/drivers.ts': [],
  },
  'app-not-server': { 'src/app/boot.ts': ['#server/clock.ts'], 'server/clock.ts': [] },
  'server-not-app': { 'server/clock.ts': ['#src/format/age.ts'], 'src/format/age.ts': [] },
  'worker-alone': { 'sw/sw.ts': ['#contract/people/driver-choices.ts'], 'contract/people/driver-choices.ts': [] },
  'seals-stand-alone': { 'src/seal/sealer.ts': ['#src/browser/page-life.ts'], 'src/browser/page-life.ts': [] },
  'app-not-worker': { 'src/app/boot.ts': ['../../sw/lists.ts'], 'sw/lists.ts': [] },
  'product-not-tests': { 'server/clock.ts': ['#tests/support/clock.ts'], 'tests/support/clock.ts': [] },
  'areas-apart': {
    'src/areas/trucks/form.ts': ['type #src/areas/drivers/picker.ts'],
    'src/areas/drivers/picker.ts': [],
  },
  'boards-apart': { 'src/boards/map/page.ts': ['#src/boards/schedule/page.ts'], 'src/boards/schedule/page.ts': [] },
  'areas-look-down': { 'src/areas/trucks/form.ts': ['#src/app/theme.ts'], 'src/app/theme.ts': [] },
  'lookups-look-down': { 'src/lookups/names.ts': ['#src/areas/trucks/page.ts'], 'src/areas/trucks/page.ts': [] },
  'boards-look-down': { 'src/boards/map/page.ts': ['#src/routes/map.ts'], 'src/routes/map.ts': [] },
  'app-names-no-area': {
    'src/app/layout/navigation.ts': ['#src/areas/trucks/page.ts'],
    'src/areas/trucks/page.ts': [],
  },
  'machinery-looks-down': { 'src/history/entry.ts': ['#src/areas/trucks/card.ts'], 'src/areas/trucks/card.ts': [] },
  'machinery-names-no-resource': { 'src/list/frame.ts': ['#contract/units/units.ts'], 'contract/units/units.ts': [] },
  'visual-parts-know-no-data': { 'src/ui/mark.ts': ['#src/offline/outbox.ts'], 'src/offline/outbox.ts': [] },
  'formats-are-pure': { 'src/format/age.ts': ['#src/ui/color.ts'], 'src/ui/color.ts': [] },
  'calls-look-down': { 'src/api/answer.ts': ['#src/session/token.ts'], 'src/session/token.ts': [] },
  'browser-looks-down': { 'src/browser/page-life.ts': ['#src/session/token.ts'], 'src/session/token.ts': [] },
  'databases-open-in-one-place': { 'src/offline/query-storage/query-store.ts': ['idb'] },
  'calls-from-queries-only': { 'src/areas/trucks/page.ts': ['#src/api/call.ts'], 'src/api/call.ts': [] },
  'routes-ask-services': {
    'server/modules/trucks/truck-routes.ts': ['./truck-repository.ts'],
    'server/modules/trucks/truck-repository.ts': [],
  },
  'services-know-no-http': { 'server/modules/trucks/truck-service.ts': ['fastify'] },
  'repositories-look-down': {
    'server/modules/trucks/truck-repository.ts': ['./truck-service.ts'],
    'server/modules/trucks/truck-service.ts': [],
  },
  'modules-meet-in-services': {
    'server/modules/trucks/truck-service.ts': ['#server/modules/drivers/driver-rules.ts'],
    'server/modules/drivers/driver-rules.ts': [],
  },
  'modules-know-no-driver': { 'server/modules/trucks/truck-repository.ts': ['pg'] },
  'vendors-chosen-in-main': {
    'server/jobs/fetch-tolls.ts': ['#server/providers/tolls/turnpike/client.ts'],
    'server/providers/tolls/turnpike/client.ts': [],
  },
  'simulation-knows-nobody': {
    'server/demo/days/trips.ts': ['type #server/demo/company/drivers.ts'],
    'server/demo/company/drivers.ts': [],
  },
  ...Object.fromEntries(upwardImports),
  'nobody-imports-main': { 'server/start/listen.ts': ['./main.ts'], 'server/start/main.ts': [] },
  'commands-start-anywhere': { 'scripts/budgets.mjs': ['./parts.ts'], 'scripts/parts.ts': [] },
  'runs-on-dependencies': { 'server/clock.ts': ['fast-check'] },
}

/** Allowed imports. A rule that refuses one of them is too strict. */
export const allowedImports: PlantedProject = {
  'contract/units/trucks.ts': ['zod/mini', '#contract/wire/record.ts'],
  'contract/units/truck-changes.ts': ['./trucks.ts'],
  'contract/wire/record.ts': ['zod/mini'],
  'src/areas/trucks/truck-search.ts': ['#contract/units/unit-choices.ts', '#contract/wire/record.ts'],
  'contract/units/unit-choices.ts': ['zod/mini'],
  'src/areas/trucks/truck-queries.ts': ['#src/api/call.ts', '#contract/units/trucks.ts'],
  'src/areas/trucks/truck-card.ts': ['./truck-queries.ts', '#src/ui/mark.ts', '#src/format/age.ts'],
  'src/areas/trucks/truck-list-page.ts': ['#src/list/frame.ts', './truck-card.ts'],
  'src/boards/map/page.ts': ['#src/areas/trucks/truck-card.ts'],
  'src/routes/map.ts': ['#src/boards/map/page.ts', '#src/app/layout.ts'],
  'src/app/layout.ts': ['#src/session/session.ts', '@mantine/core'],
  'src/session/session.ts': ['#src/api/call.ts'],
  'src/list/frame.ts': ['#src/ui/mark.ts', 'react'],
  'src/api/call.ts': ['#contract/wire/record.ts'],
  'src/ui/mark.ts': ['@mantine/core'],
  'src/format/age.ts': ['date-fns'],
  'sw/sw.ts': ['workbox-precaching', '../src/seal/sealer.ts'],
  'src/seal/sealer.ts': [],
  'server/modules/trucks/truck-routes.ts': ['./truck-service.ts', '#contract/units/trucks.ts'],
  'server/modules/trucks/truck-service.ts': ['./truck-repository.ts', '#server/modules/drivers/driver-service.ts'],
  'server/modules/trucks/truck-repository.ts': ['#server/db/db.ts'],
  'server/modules/drivers/driver-service.ts': [],
  'server/db/db.ts': [],
  'server/demo/company/books.ts': ['#server/demo/days/trips.ts'],
  'server/demo/days/trips.ts': ['#server/demo/random.ts'],
  'server/demo/random.ts': [],
  'server/start/main.ts': ['fastify', '#server/providers/tolls/turnpike/client.ts'],
  'server/providers/tolls/turnpike/client.ts': [],
}
