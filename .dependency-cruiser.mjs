/**
 * Who may import whom: the walls of the house. `tests/boundaries` plants one violation of each rule.
 * Groups in `path` are taken up in `to` as `$1`, so that a new area, board or module needs no new rule.
 */

/** The parts of the app that know no resource. */
const MACHINERY = '^src/(?:list|form|figures|map|history|offline|record|session|api|browser|ui|format)/'
/** The rooms of the contract that know no resource; a week's figures are drawn alike for all who have any. */
const NO_RESOURCE = ['^contract/(?:wire|text|files|session)/', '^contract/people/driver-weeks\\.ts$']

/** What of the server's floor speaks of requests and refusals. */
const ASKING = '^server/base/(?:clear-caches|network-of|parse-input|problem|request-source)\\.ts$'

/** The rooms of the server, the highest first: each stands on those below it, and no two on each other. */
const FLOORS = ['start', 'jobs', 'modules', 'demo', 'http', 'throttle', 'providers', 'records', 'db', 'base']

const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    never(
      'resolves',
      'Every import leads somewhere, if only to what the build makes.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    never(
      'no-cycles',
      'A cycle has no first file to read. Types alone may look back.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    never(
      'contract-imports-only-zod',
      'The contract is read by every side.',
      { path: '^contract/' },
      { pathNot: ['^contract/', '^node_modules/zod/'] },
    ),
    never(
      'reads-before-changes',
      'A row is shown before it is changed: what changes are made of would come with the first page.',
      { path: '^contract/', pathNot: '-changes\\.ts$' },
      { path: '^contract/.*-changes\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'addresses-name-choices',
      'What an address is read with stands in the first script: it has no room for rows and calls.',
      { path: '^src/.*-search\\.ts$' },
      {
        path: '^contract/',
        pathNot: ['-choices\\.ts$', '^contract/(?:wire|text|files|session)/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    never('app-not-server', 'The app knows the server by the contract alone.', { path: '^src/' }, { path: '^server/' }),
    never(
      'server-not-app',
      'The server knows the app by the contract alone.',
      { path: '^server/' },
      { path: '^(?:src|sw)/' },
    ),
    never(
      'worker-alone',
      'The service worker outlives the pages of any one version.',
      { path: '^sw/' },
      // What lies on a device is the same for all versions, and so is how it is sealed.
      { path: '^(?:src/(?!seal/)|server/|contract/)' },
    ),
    never(
      'seals-stand-alone',
      'Pages and the worker share it: what it imports the worker would have too.',
      { path: '^src/seal/' },
      { pathNot: '^src/seal/' },
    ),
    never('app-not-worker', 'Pages talk to the worker by messages.', { path: '^src/' }, { path: '^sw/' }),
    never(
      'product-not-tests',
      'What is shipped needs no test.',
      { path: '^(?:contract|src|sw|server)/' },
      { path: '^(?:tests|e2e|bench|scripts)/' },
    ),
    never(
      'areas-apart',
      'Areas meet on the wire or in a route, not here.',
      { path: '^src/areas/([^/]+)/' },
      {
        path: '^src/areas/',
        pathNot: '^src/areas/$1/',
      },
    ),
    never(
      'boards-apart',
      'A board is made of areas, not of boards.',
      { path: '^src/boards/([^/]+)/' },
      {
        path: '^src/boards/',
        pathNot: '^src/boards/$1/',
      },
    ),
    never(
      'areas-look-down',
      'An area knows nothing above it.',
      { path: '^src/areas/' },
      { path: '^src/(?:routes|boards|app)/' },
    ),
    never(
      'lookups-look-down',
      'Names to pick from are of any area, and of no screen.',
      { path: '^src/lookups/' },
      { path: '^src/(?:routes|boards|app|areas)/' },
    ),
    never(
      'boards-look-down',
      'A board knows nothing above it.',
      { path: '^src/boards/' },
      { path: '^src/(?:routes|app)/' },
    ),
    never(
      'app-names-no-area',
      'The shell shows areas by their routes and by glob.',
      { path: '^src/app/' },
      {
        path: '^src/(?:areas|boards|routes)/',
      },
    ),
    never(
      'machinery-looks-down',
      'Machinery knows no screen.',
      { path: MACHINERY },
      { path: '^src/(?:areas|boards|routes|app|lookups)/' },
    ),
    never(
      'machinery-names-no-resource',
      'What is hard lives once, for every resource.',
      { path: MACHINERY },
      { path: '^contract/', pathNot: NO_RESOURCE },
    ),
    never(
      'visual-parts-know-no-data',
      'Visual parts are given what they show.',
      { path: '^src/ui/' },
      {
        path: '^src/(?:list|form|map|history|offline|session|api)/',
      },
    ),
    never(
      'formats-are-pure',
      'Formats know only what they format.',
      { path: '^src/format/' },
      {
        path: ['^src/(?!format/)', '^node_modules/(?:react|@mantine|@tanstack)'],
      },
    ),
    never(
      'calls-look-down',
      'The HTTP client stands on the contract and the browser alone.',
      { path: '^src/api/' },
      { path: '^src/(?!(?:api|browser)/)' },
    ),
    never(
      'browser-looks-down',
      'What browsers do differently is told to all, and knows nobody.',
      { path: '^src/browser/' },
      { path: '^src/(?!browser/)' },
    ),
    never(
      'databases-open-in-one-place',
      'A transaction that a frozen page holds bars every other page: `src/browser/connection.ts` ends it.',
      { path: '^src/', pathNot: '^src/browser/' },
      { path: '^node_modules/idb/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'calls-from-queries-only',
      'A screen asks a query or submits a command; it never calls.',
      { path: '^src/', pathNot: ['-queries\\.ts$', '^src/(?:api|offline|session)/'] },
      { path: '^src/api/call\\.ts$' },
    ),
    never(
      'routes-ask-services',
      'HTTP → rules → SQL.',
      { path: '^server/.*-routes\\.ts$' },
      { path: '-repository\\.ts$' },
    ),
    never(
      'services-know-no-http',
      'Rules are told in plain values.',
      { path: '^server/.*-service\\.ts$' },
      {
        path: ['-routes\\.ts$', '^node_modules/@?fastify'],
      },
    ),
    never(
      'repositories-look-down',
      'SQL knows no rules.',
      { path: '^server/.*-repository\\.ts$' },
      {
        path: ['-(?:routes|service)\\.ts$', '^server/http/', ASKING, '^node_modules/@?fastify'],
      },
    ),
    never(
      'modules-meet-in-services',
      'A module is used through its service.',
      { path: '^server/modules/([^/]+)/' },
      {
        path: '^server/modules/',
        // A file beside the modules is of all of them.
        pathNot: ['^server/modules/$1/', '^server/modules/[^/]+$', '-service\\.ts$'],
      },
    ),
    never(
      'modules-know-no-driver',
      'Modules speak SQL to one interface.',
      { path: '^server/modules/' },
      {
        path: ['^node_modules/(?:pg|@electric-sql)/', '^server/db/(?!db\\.ts$)'],
      },
    ),
    never(
      'vendors-chosen-in-main',
      'Whose service it is, is decided in one place.',
      {
        path: '^server/',
        pathNot: ['^server/start/main\\.ts$', '^server/providers/([^/]+)/[^/]+/', '^server/demo/vendors/'],
      },
      { path: ['^server/providers/[^/]+/[^/]+/', '^server/demo/vendors/'] },
    ),
    never(
      'simulation-knows-nobody',
      'The demo company and its vendors make their worlds of it; it knows neither.',
      { path: '^server/demo/(?:roads|days|random)\\b' },
      { path: '^(?:server|contract)/', pathNot: '^server/demo/(?:roads|days|random)\\b' },
    ),
    // Types too: a folder that looks back at another by its types alone can't be read without it either.
    ...FLOORS.slice(1).map((room, at) =>
      never(
        `server-${room}-looks-down`,
        'Rooms of the server stand on one another in one order.',
        { path: `^server/${room}/` },
        { path: `^server/(?:${FLOORS.slice(0, at + 1).join('|')})/` },
      ),
    ),
    never(
      'nobody-imports-main',
      'Main is where things start.',
      { pathNot: '^server/main\\.ts$' },
      { path: '^(?:server/(?:start/)?main\\.ts|src/main\\.tsx)$' },
    ),
    never(
      'commands-start-anywhere',
      'They begin on whatever Node the machine has; only the one that they install reads TypeScript.',
      { path: '^scripts/.*\\.mjs$' },
      { path: '\\.tsx?$' },
    ),
    never(
      'runs-on-dependencies',
      'What the server needs is installed with it.',
      { path: '^(?:server|contract)/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    // TypeScript 7 has no API for it to parse with; without a parser it reads nothing and finds nothing.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // A copy of the tree may have its packages behind a link.
    preserveSymlinks: true,
    exclude: { path: '\\.gen\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
