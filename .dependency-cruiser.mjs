/**
 * The import rules between the parts of the code. `tests/boundaries` plants one violation of each rule.
 * A group in `from.path` is available in `to` as `$1`, so that a new area, board or module needs no new rule.
 */

/** The parts of the app that work for all records and import no specific resource. */
const MACHINERY = '^src/(?:list|form|figures|map|history|offline|record|session|api|browser|ui|format)/'
/**
 * The parts of the contract without a specific resource. `driver-weeks` is included: all records with weekly figures
 * share it.
 */
const NO_RESOURCE = ['^contract/(?:wire|text|files|session)/', '^contract/people/driver-weeks\\.ts$']

/** The files of `server/base` that deal with requests and refusals. */
const ASKING = '^server/base/(?:clear-caches|network-of|parse-input|problem|request-source)\\.ts$'

/** The folders of the server, highest first. Each may import only the folders after it in this list. */
const FLOORS = ['start', 'jobs', 'modules', 'demo', 'http', 'throttle', 'providers', 'records', 'db', 'base']

const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    never(
      'resolves',
      'An import must resolve. Only `virtual:` modules, which the build generates, are exempt.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    never(
      'no-cycles',
      'Files must not import each other in a cycle. Only type imports are exempt.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    never(
      'contract-imports-only-zod',
      'App, server and tests all import the contract, so it imports only zod.',
      { path: '^contract/' },
      { pathNot: ['^contract/', '^node_modules/zod/'] },
    ),
    never(
      'reads-before-changes',
      'Pages show rows before they change them. This import would load a `-changes` file with the first page.',
      { path: '^contract/', pathNot: '-changes\\.ts$' },
      { path: '^contract/.*-changes\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'addresses-name-choices',
      'The `-search` files are part of the first script, so they must not load rows and calls of the contract.',
      { path: '^src/.*-search\\.ts$' },
      {
        path: '^contract/',
        pathNot: ['-choices\\.ts$', '^contract/(?:wire|text|files|session)/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'app-not-server',
      'The app uses the server only through the contract.',
      { path: '^src/' },
      { path: '^server/' },
    ),
    never(
      'server-not-app',
      'The server uses the app only through the contract.',
      { path: '^server/' },
      { path: '^(?:src|sw)/' },
    ),
    never(
      'worker-alone',
      'The service worker outlives the pages of one version, so it shares no code with them except `src/seal`.',
      { path: '^sw/' },
      // Stored data has the same format in all versions, and so has its sealing.
      { path: '^(?:src/(?!seal/)|server/|contract/)' },
    ),
    never(
      'seals-stand-alone',
      'Pages and the service worker share `src/seal`: each of its imports would also be loaded by the worker.',
      { path: '^src/seal/' },
      { pathNot: '^src/seal/' },
    ),
    never('app-not-worker', 'Pages use the service worker only through messages.', { path: '^src/' }, { path: '^sw/' }),
    never(
      'product-not-tests',
      'The product must not import tests, benchmarks or scripts.',
      { path: '^(?:contract|src|sw|server)/' },
      { path: '^(?:tests|e2e|bench|scripts)/' },
    ),
    never(
      'areas-apart',
      'An area must not import another area. Routes and boards combine areas.',
      { path: '^src/areas/([^/]+)/' },
      {
        path: '^src/areas/',
        pathNot: '^src/areas/$1/',
      },
    ),
    never(
      'boards-apart',
      'A board consists of areas and must not import another board.',
      { path: '^src/boards/([^/]+)/' },
      {
        path: '^src/boards/',
        pathNot: '^src/boards/$1/',
      },
    ),
    never(
      'areas-look-down',
      'An area must not import routes, boards or the app frame, which are above it.',
      { path: '^src/areas/' },
      { path: '^src/(?:routes|boards|app)/' },
    ),
    never(
      'lookups-look-down',
      'Lookups are used by all areas, so they must not import areas or screens.',
      { path: '^src/lookups/' },
      { path: '^src/(?:routes|boards|app|areas)/' },
    ),
    never(
      'boards-look-down',
      'A board must not import routes or the app frame, which are above it.',
      { path: '^src/boards/' },
      { path: '^src/(?:routes|app)/' },
    ),
    never(
      'app-names-no-area',
      'The app frame finds areas through their routes and by glob; it must not import them by name.',
      { path: '^src/app/' },
      {
        path: '^src/(?:areas|boards|routes)/',
      },
    ),
    never(
      'machinery-looks-down',
      'Code that works for all records must not import screens, areas or lookups.',
      { path: MACHINERY },
      { path: '^src/(?:areas|boards|routes|app|lookups)/' },
    ),
    never(
      'machinery-names-no-resource',
      'Code that works for all records must not import a specific resource of the contract.',
      { path: MACHINERY },
      { path: '^contract/', pathNot: NO_RESOURCE },
    ),
    never(
      'visual-parts-know-no-data',
      'Visual parts get their data as props and must not load it.',
      { path: '^src/ui/' },
      {
        path: '^src/(?:list|form|map|history|offline|session|api)/',
      },
    ),
    never(
      'formats-are-pure',
      'Formats are pure functions: no other part of the app and no UI library.',
      { path: '^src/format/' },
      {
        path: ['^src/(?!format/)', '^node_modules/(?:react|@mantine|@tanstack)'],
      },
    ),
    never(
      'calls-look-down',
      'The HTTP client imports only the contract and `src/browser`.',
      { path: '^src/api/' },
      { path: '^src/(?!(?:api|browser)/)' },
    ),
    never(
      'browser-looks-down',
      'Every part may use `src/browser`, so it must not import another part of the app.',
      { path: '^src/browser/' },
      { path: '^src/(?!browser/)' },
    ),
    never(
      'databases-open-in-one-place',
      'A transaction of a frozen page blocks all other pages. Open databases through `src/browser/connection.ts`, which ends it.',
      { path: '^src/', pathNot: '^src/browser/' },
      { path: '^node_modules/idb/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'calls-from-queries-only',
      'A screen reads a query or submits a command. It must not call the server itself.',
      { path: '^src/', pathNot: ['-queries\\.ts$', '^src/(?:api|offline|session)/'] },
      { path: '^src/api/call\\.ts$' },
    ),
    never(
      'routes-ask-services',
      'A route calls a service, and the service calls the repository.',
      { path: '^server/.*-routes\\.ts$' },
      { path: '-repository\\.ts$' },
    ),
    never(
      'services-know-no-http',
      'A service works with plain values and must not import HTTP code.',
      { path: '^server/.*-service\\.ts$' },
      {
        path: ['-routes\\.ts$', '^node_modules/@?fastify'],
      },
    ),
    never(
      'repositories-look-down',
      'A repository contains SQL and must not import services, routes or HTTP code.',
      { path: '^server/.*-repository\\.ts$' },
      {
        path: ['-(?:routes|service)\\.ts$', '^server/http/', ASKING, '^node_modules/@?fastify'],
      },
    ),
    never(
      'modules-meet-in-services',
      'A module may import only the services of other modules.',
      { path: '^server/modules/([^/]+)/' },
      {
        path: '^server/modules/',
        // Files directly in `server/modules` are shared by all modules.
        pathNot: ['^server/modules/$1/', '^server/modules/[^/]+$', '-service\\.ts$'],
      },
    ),
    never(
      'modules-know-no-driver',
      'Modules use the database only through `server/db/db.ts`.',
      { path: '^server/modules/' },
      {
        path: ['^node_modules/(?:pg|@electric-sql)/', '^server/db/(?!db\\.ts$)'],
      },
    ),
    never(
      'vendors-chosen-in-main',
      'Only `server/start/main.ts` chooses the vendors.',
      {
        path: '^server/',
        pathNot: ['^server/start/main\\.ts$', '^server/providers/([^/]+)/[^/]+/', '^server/demo/vendors/'],
      },
      { path: ['^server/providers/[^/]+/[^/]+/', '^server/demo/vendors/'] },
    ),
    never(
      'simulation-knows-nobody',
      'The demo company and its simulated vendors use the simulation. It must not import them or other parts of the server.',
      { path: '^server/demo/(?:roads|days|random)\\b' },
      { path: '^(?:server|contract)/', pathNot: '^server/demo/(?:roads|days|random)\\b' },
    ),
    // Type imports count too: a folder that needs a higher folder's types can't be read without that folder.
    ...FLOORS.slice(1).map((room, at) =>
      never(
        `server-${room}-looks-down`,
        'A folder of the server must not import a higher folder. The order is in `FLOORS` of this configuration.',
        { path: `^server/${room}/` },
        { path: `^server/(?:${FLOORS.slice(0, at + 1).join('|')})/` },
      ),
    ),
    never(
      'nobody-imports-main',
      'The main files are entry points and must not be imported.',
      { pathNot: '^server/main\\.ts$' },
      { path: '^(?:server/(?:start/)?main\\.ts|src/main\\.tsx)$' },
    ),
    never(
      'commands-start-anywhere',
      'The commands start on the Node of the machine. Only the Node that they install runs TypeScript.',
      { path: '^scripts/.*\\.mjs$' },
      { path: '\\.tsx?$' },
    ),
    never(
      'runs-on-dependencies',
      'Server and contract need their packages in production: list them under `dependencies`.',
      { path: '^(?:server|contract)/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    // TypeScript 7 has no parser API. Without another parser, dependency-cruiser reads no file and finds no violation.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // In a copy of the project, `node_modules` can be a link.
    preserveSymlinks: true,
    exclude: { path: '\\.gen\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
