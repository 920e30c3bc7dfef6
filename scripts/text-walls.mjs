import './require-node.mjs'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { longFiles } from './long-files.mjs'
import { root } from './places.mjs'
import { hardPhrase, isBritish } from './plain-words.mjs'
import { wideFolders } from './wide-folders.mjs'

/**
 * The files with SQL. `records` has the statements that all repositories share (versions, history, pages). The two
 * tables of changes belong to the code that receives changes.
 */
const SQL_PLACES =
  /-repository\.ts$|^server\/(?:db|demo\/(?:company|maintenance)|records)\/|^server\/http\/call\/(?:idempotency|device)\.ts$/

/**
 * The files that may set `cache-control`: for the app's files, the map and the API description; and for event streams.
 */
const KEEPABLE = /^server\/http\/(?:no-store|serve-stream|files\/(?:static-files|serve-archive)|docs\/docs-routes)\.ts$/
/**
 * The files that may write to storage that is not encrypted. They write only numbers, ids, settings or sealed bytes.
 */
const MAY_WRITE =
  /^src\/(?:session\/|theme\/|app\/(?:install\/install-(?:offer|event)|device\/yard-mode|shown-refusals)\.|list\/density\.|figures\/choice-store\.|offline\/(?:boot-state|start-offline|live\/traffic-today|prefetch\/mobile-budget|space\/room-made|(?:prefetch\/prefetch|query-storage\/sealed)-choice|outbox\/repair\/(?:loss-marker-words|local-loss-marker))\.)/

/**
 * Files that must contain such words: the list of the phrases, its planted violations, and the reserved words of SQL.
 */
const NAMES_HARD_WORDS =
  /^(?:scripts\/(?:plain-words\.mjs|new\/refused-names\.ts)|tests\/boundaries\/text-walls\.test\.ts)$/
const isInPlainWords = (path) => !NAMES_HARD_WORDS.test(path)

/**
 * Rules that imports do not show, so the text itself is read. `where`: the paths of a rule; `found`: whether a line
 * breaks it, or a text with the details; `readsPages`: the rule also reads style sheets and pages (`.css`, `.md`).
 */
export const TEXT_WALLS = [
  {
    name: 'sql-in-repositories',
    says: 'SQL belongs in *-repository.ts files, server/db, server/records and the demo company only.',
    where: (path) => /^server\//.test(path) && !SQL_PLACES.test(path),
    found: (line) => /\.(?:query|script)(?:<[^(]*>)?\(\s*(?:['"`]|null|sql|$)/.test(line),
  },
  {
    name: 'emails-folded-alike',
    says: 'Fold an e-mail with `server/records/sql/email-sql.ts`: `lower` depends on the locale, and the throttle does not.',
    where: (path) => path.startsWith('server/') && path !== 'server/records/sql/email-sql.ts',
    found: (line) => /\blower\([^)]*email/.test(line),
  },
  {
    name: 'no-inline-type-imports',
    says: 'Write `import type { … } from`: the checker of import rules does not see `import(…).Type`.',
    where: (path) => /^(?:contract|src|sw|server)\//.test(path),
    found: (line) => /\bimport\((['"])[^'"]+\1\)\s*(?:\.\s*[A-Z]|\[)/.test(line),
  },
  {
    name: 'clicks-are-mouse-events',
    says: 'Read the pointer type from the last `pointerdown`: before Safari 18.2 and Firefox 129 a click is not a PointerEvent.',
    where: (path) => /^(?:src|sw)\//.test(path),
    found: (line) => /\binstanceof (?:\w+\.)?PointerEvent\b/.test(line),
  },
  {
    name: 'names-that-say-something',
    says: 'Name a file after its content: never utils, helpers, misc, common, shared, manager or index.',
    where: (path) =>
      /(?:^|[.-])(?:utils?|helpers?|misc|common|shared|(?<!fleet-)manager)(?:[.-]|$)/.test(basename(path)) ||
      (/^index\.tsx?$/.test(basename(path)) && !path.startsWith('src/routes/')),
    found: (_line, at) => at === 0,
  },
  {
    name: 'locks-in-one-place',
    says: 'Browsers take locks away from a frozen page: use `src/browser/web-lock.ts`, which requests them again.',
    where: (path) => /^src\/(?!browser\/)/.test(path),
    found: (line) => /\blocks\??\s*\.request\(/.test(line),
  },
  {
    name: 'clipboard-in-one-place',
    says: 'A page over plain HTTP has no clipboard: use `src/ui/clipboard.ts`, which rejects and never throws.',
    where: (path) => path.startsWith('src/') && path !== 'src/ui/clipboard.ts',
    found: (line) => /\bnavigator\.clipboard\b/.test(line),
  },
  {
    name: 'asks-in-one-place',
    says: 'Use `src/api/fetch-verified.ts`, which verifies that a response comes from the server and not from a gateway.',
    where: (path) => path.startsWith('src/') && path !== 'src/api/fetch-verified.ts',
    found: (line) =>
      /(?:(?<![.#\w])|\b(?:window|globalThis|self)\.)fetch\(|\bnew (?:EventSource|XMLHttpRequest)\b/.test(line),
  },
  {
    name: 'days-of-our-own',
    says: 'Use `src/form/fields/day-input.tsx`: the browser’s own date field reads 12/05/27 as the year 27.',
    where: (path) => path.startsWith('src/'),
    found: (line) => /\btype=(?:\{\s*)?['"](?:date|datetime-local|month|week|time)['"]/.test(line),
  },
  {
    name: 'years-in-full',
    says: 'Set a year with `setFullYear` or `setUTCFullYear`: a constructor reads 27 as 1927.',
    where: (path) => /^(?:contract|src|sw|server)\//.test(path),
    found: (line) => /\b(?:new Date|Date\.UTC)\(\s*[a-z_$][\w$.?[\]]*(?:\s*\?\?\s*\d+)?\s*,/.test(line),
  },
  {
    name: 'one-clock',
    says: 'A device’s clock may be wrong: use `companyNow` of `src/browser/company-clock.ts`, or `deviceNow` for the age of stored data.',
    where: (path) => /^src\/(?!(?:api|browser|offline|session)\/)/.test(path),
    found: (line) => /\bDate\.now\(\)|\bnew Date\(\)/.test(line),
  },
  {
    name: 'kept-by-no-cache',
    says: 'Responses are `private, no-store` by default (`server/http/no-store.ts`). Responses with data must stay so.',
    where: (path) => path.startsWith('server/') && !KEEPABLE.test(path),
    found: (line) => /\bcache-control\b/i.test(line),
  },
  {
    name: 'nothing-in-clear',
    says: 'Browsers store this unencrypted on the disk, where it survives its deletion: seal it, or write only ids and settings.',
    where: (path) => path.startsWith('src/') && !MAY_WRITE.test(path),
    found: (line) => /\bwriteItem\(|\b(?:local|session)Storage\.(?:setItem|\w+\s*=)|\bdocument\.cookie\s*=/.test(line),
  },
  {
    name: 'owner-before-batch',
    says: 'Pass the promise to `submitAllWithUndo` or `submitAndWait`: after an `await`, another user may be signed in.',
    where: (path) => /^src\/(?:areas|boards|form)\//.test(path),
    found: (line) => /\bawait (?:import\('[^']*-commands\.ts'\)|\w*[cC]ommands(?:Of)?\()/.test(line),
  },
  {
    name: 'patient-tests',
    says: 'Wait with `eventually` of tests/support: `vi.waitFor` gives up after one second, and a busy machine may need longer.',
    where: (path) => /^tests\/(?!boundaries\/)/.test(path) && path !== 'tests/support/eventually.ts',
    found: (line) => /\bvi\.wait(?:For|Until)\(/.test(line),
  },
  {
    name: 'page-in-own-process',
    says: 'Name the file `….alone.test.ts`: modules that this worker loads meanwhile would see half a page, and stay broken for other files.',
    where: (path) => /^tests\/(?!boundaries\/).*\.test\.tsx?$/.test(path) && !path.includes('.alone.'),
    found: (line) => /\bstubGlobal\('(?:document|window)'/.test(line),
  },
  {
    name: 'plain-words',
    says: 'Use plain words.',
    where: isInPlainWords,
    readsPages: true,
    found: (line, _at, path) => hardPhrase(path, line),
  },
  {
    name: 'american-spelling',
    says: 'Use the American spelling: color, gray, behavior, license, center, canceled.',
    // The names of roads and towns are spelled as they are.
    where: (path) => isInPlainWords(path) && !path.startsWith('server/demo/roads/'),
    readsPages: true,
    found: (line) => isBritish(line),
  },
]

const FOLDERS = [
  'contract',
  'src',
  'sw',
  'server',
  'tests',
  'e2e',
  'scripts',
  'bench',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
]
const CODE = /\.(?:tsx?|mjs)$/

/** @returns {string[]} */
function filesUnder(folder, path) {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats && /\.(?:tsx?|mjs|css|md)$/.test(path) ? [path] : []
  return readdirSync(join(folder, path)).flatMap((name) => filesUnder(folder, `${path}/${name}`))
}

/** All violations under `folder`, each as `path:line rule: message`. */
export function breachesOfText(folder = root) {
  return FOLDERS.flatMap((top) => filesUnder(folder, top)).flatMap((path) => {
    const walls = TEXT_WALLS.filter((wall) => (wall.readsPages || CODE.test(path)) && wall.where(path))
    if (walls.length === 0) return []
    const lines = readFileSync(join(folder, path), 'utf8').split('\n')
    return walls.flatMap(({ name, says, found }) =>
      lines.flatMap((line, at) => {
        const hit = found(line, at, path)
        return hit ? [`${path}:${at + 1} ${name}: ${[says, ...(hit === true ? [] : [hit])].join(' ')}`] : []
      }),
    )
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const breaches = [...breachesOfText(), ...wideFolders(), ...longFiles()]
  for (const breach of breaches) console.error(breach)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
