import './require-node.mjs'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { longFiles } from './long-files.mjs'
import { root } from './places.mjs'
import { hardPhrase, isBritish } from './plain-words.mjs'
import { wideFolders } from './wide-folders.mjs'

/**
 * Beside the repositories: `records` holds the statements that all of them share (versions, history, pages); a change's
 * own two tables belong to the machinery that takes changes in.
 */
const SQL_PLACES =
  /-repository\.ts$|^server\/(?:db|demo\/(?:company|maintenance)|records)\/|^server\/http\/call\/(?:idempotency|device)\.ts$/

/** The app's own files, the map, and what describes the calls; events say the same as the rest, and more. */
const KEEPABLE = /^server\/http\/(?:no-store|serve-stream|files\/(?:static-files|serve-archive)|docs\/docs-routes)\.ts$/
/** What writes numbers, ids, settings or sealed bytes alone where a browser keeps them in clear. */
const MAY_WRITE =
  /^src\/(?:session\/|theme\/|app\/(?:install\/install-(?:offer|event)|shown-refusals)\.|list\/density\.|figures\/choice-store\.|offline\/(?:boot-state|start-offline|(?:prefetch\/prefetch|query-storage\/sealed)-choice|outbox\/repair\/(?:loss-marker-words|local-loss-marker))\.)/

/** Folders whose comments still have to be put into plain words; `plain-words.mjs` itself names what it searches for. */
const NOT_YET_PLAIN = /^(?:src\/map|server\/demo|scripts\/plain-words\.mjs$)/
const isInPlainWords = (path) => /^(?:contract|src|sw|server|scripts)\//.test(path) && !NOT_YET_PLAIN.test(path)

/** Walls that no import shows, so the text itself is read. `where`: paths it holds for; `found`: what breaks it. */
export const TEXT_WALLS = [
  {
    name: 'sql-in-repositories',
    says: 'SQL stands in *-repository.ts, and in server/db, records and the demo company only.',
    where: (path) => /^server\//.test(path) && !SQL_PLACES.test(path),
    found: (line) => /\.(?:query|script)(?:<[^(]*>)?\(\s*(?:['"`]|null|sql|$)/.test(line),
  },
  {
    name: 'emails-folded-alike',
    says: 'Fold an e-mail with `server/records/sql/email-sql.ts`: `lower` follows the locale, and the throttle does not.',
    where: (path) => path.startsWith('server/') && path !== 'server/records/sql/email-sql.ts',
    found: (line) => /\blower\([^)]*email/.test(line),
  },
  {
    name: 'no-inline-type-imports',
    says: 'Write `import type { … } from`: the wall checker does not see `import(…).Type`.',
    where: (path) => /^(?:contract|src|sw|server)\//.test(path),
    found: (line) => /\bimport\((['"])[^'"]+\1\)\s*(?:\.\s*[A-Z]|\[)/.test(line),
  },
  {
    name: 'clicks-are-mouse-events',
    says: 'Remember what the last `pointerdown` was made by: a click is no PointerEvent before Safari 18.2 and Firefox 129.',
    where: (path) => /^(?:src|sw)\//.test(path),
    found: (line) => /\binstanceof (?:\w+\.)?PointerEvent\b/.test(line),
  },
  {
    name: 'names-that-say-something',
    says: 'A file is named for what it holds: never utils, helpers, misc, common, shared, manager or index.',
    where: (path) =>
      /(?:^|[.-])(?:utils?|helpers?|misc|common|shared|(?<!fleet-)manager)(?:[.-]|$)/.test(basename(path)) ||
      (/^index\.tsx?$/.test(basename(path)) && !path.startsWith('src/routes/')),
    found: (_line, at) => at === 0,
  },
  {
    name: 'locks-in-one-place',
    says: 'Browsers take locks away from a frozen page: hold them with `src/browser/web-lock.ts`, which asks again.',
    where: (path) => /^src\/(?!browser\/)/.test(path),
    found: (line) => /\blocks\??\s*\.request\(/.test(line),
  },
  {
    name: 'clipboard-in-one-place',
    says: 'A page over plain http has no clipboard: ask for it with `src/ui/clipboard.ts`, which rejects and never throws.',
    where: (path) => path.startsWith('src/') && path !== 'src/ui/clipboard.ts',
    found: (line) => /\bnavigator\.clipboard\b/.test(line),
  },
  {
    name: 'asks-in-one-place',
    says: 'Ask the network with `src/api/fetch-verified.ts`, which judges whose an answer is: a gateway may say anything.',
    where: (path) => path.startsWith('src/') && path !== 'src/api/fetch-verified.ts',
    found: (line) =>
      /(?:(?<![.#\w])|\b(?:window|globalThis|self)\.)fetch\(|\bnew (?:EventSource|XMLHttpRequest)\b/.test(line),
  },
  {
    name: 'days-of-our-own',
    says: 'Ask for a day with `src/form/fields/day-input.tsx`: a browser’s own field takes 12/05/27 for the year 27.',
    where: (path) => path.startsWith('src/'),
    found: (line) => /\btype=(?:\{\s*)?['"](?:date|datetime-local|month|week|time)['"]/.test(line),
  },
  {
    name: 'years-in-full',
    says: 'Set a year with `setFullYear` or `setUTCFullYear`: given to a constructor, 27 is 1927.',
    where: (path) => /^(?:contract|src|sw|server)\//.test(path),
    found: (line) => /\b(?:new Date|Date\.UTC)\(\s*[a-z_$][\w$.?[\]]*(?:\s*\?\?\s*\d+)?\s*,/.test(line),
  },
  {
    name: 'one-clock',
    says: 'A device’s clock may be wrong: ask `companyNow` of `src/browser/company-clock.ts`, or `deviceNow` for an age of what is kept here.',
    where: (path) => /^src\/(?!(?:api|browser|offline|session)\/)/.test(path),
    found: (line) => /\bDate\.now\(\)|\bnew Date\(\)/.test(line),
  },
  {
    name: 'kept-by-no-cache',
    says: 'Answers are `private, no-store` unless they say otherwise (`server/http/no-store.ts`), and data never do.',
    where: (path) => path.startsWith('server/') && !KEEPABLE.test(path),
    found: (line) => /\bcache-control\b/i.test(line),
  },
  {
    name: 'nothing-in-clear',
    says: 'What a browser keeps here lies on the disk in clear, long after it is deleted: seal it, or write ids and settings alone.',
    where: (path) => path.startsWith('src/') && !MAY_WRITE.test(path),
    found: (line) => /\bwriteItem\(|\b(?:local|session)Storage\.(?:setItem|\w+\s*=)|\bdocument\.cookie\s*=/.test(line),
  },
  {
    name: 'owner-before-load',
    says: 'Give the load to `submitAllWithUndo` or `submitAndWait`: after an await another person may be here.',
    where: (path) => /^src\/(?:areas|boards|form)\//.test(path),
    found: (line) => /\bawait (?:import\('[^']*-commands\.ts'\)|\w*[cC]ommands(?:Of)?\()/.test(line),
  },
  {
    name: 'patient-tests',
    says: 'Wait with `eventually` of tests/support: `vi.waitFor` gives up after a second, which a busy machine takes.',
    where: (path) => /^tests\/(?!boundaries\/)/.test(path) && path !== 'tests/support/eventually.ts',
    found: (line) => /\bvi\.wait(?:For|Until)\(/.test(line),
  },
  {
    name: 'plain-words',
    says: 'Readers stumble over this phrase: `scripts/plain-words.mjs` says what to write instead.',
    where: isInPlainWords,
    found: (line, _at, path) => hardPhrase(path, line) !== undefined,
  },
  {
    name: 'american-spelling',
    says: 'Use the American spelling: color, gray, behavior, license, center, canceled.',
    where: isInPlainWords,
    found: (line) => isBritish(line),
  },
]

const FOLDERS = ['contract', 'src', 'sw', 'server', 'tests', 'e2e', 'scripts', 'bench']

/** @returns {string[]} */
function filesUnder(folder, path) {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats && /\.(?:tsx?|mjs)$/.test(path) ? [path] : []
  return readdirSync(join(folder, path)).flatMap((name) => filesUnder(folder, `${path}/${name}`))
}

/** Every breach under `folder` as `path:line rule: what it says`. */
export function breachesOfText(folder = root) {
  return FOLDERS.flatMap((top) => filesUnder(folder, top)).flatMap((path) => {
    const walls = TEXT_WALLS.filter((wall) => wall.where(path))
    if (walls.length === 0) return []
    const lines = readFileSync(join(folder, path), 'utf8').split('\n')
    return walls.flatMap((wall) =>
      lines.flatMap((line, at) => (wall.found(line, at, path) ? [`${path}:${at + 1} ${wall.name}: ${wall.says}`] : [])),
    )
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const breaches = [...breachesOfText(), ...wideFolders(), ...longFiles()]
  for (const breach of breaches) console.error(breach)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
