import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILLED_IN, SUPPORTED } from '#src/browser/supported-browsers.ts'
import { root } from '../places.mjs'

const NEVER = Number.POSITIVE_INFINITY

type Version = number
type LateName = readonly [pattern: RegExp, name: string, safari: Version, firefox: Version, chrome: Version]

/**
 * Recent names of the browsers' standard library, each with the first version that has it (MDN's compatibility data).
 * The build lowers only syntax, so a name that is too new is found here or only by a user.
 */
const LATE_NAMES: readonly LateName[] = [
  [/\bPromise\.withResolvers\b/, 'Promise.withResolvers', 17.4, 121, 119],
  [/\bPromise\.try\b/, 'Promise.try', 18.2, 134, 128],
  [/\bMap\.groupBy\b/, 'Map.groupBy', 17.4, 119, 117],
  [/\bObject\.groupBy\b/, 'Object.groupBy', 17.4, 119, 117],
  [/\bAbortSignal\.any\b/, 'AbortSignal.any', 17.4, 124, 116],
  [/\.checkVisibility\b/, 'Element.prototype.checkVisibility', 17.4, 106, 105],
  [/\bURL\.canParse\b/, 'URL.canParse', 17, 115, 120],
  [/\bURL\.parse\b/, 'URL.parse', 18, 126, 126],
  [/\bnew URLPattern\b/, 'URLPattern', 26, 142, 95],
  [/\bResponse\.json\(/, 'Response.json', 17, 115, 105],
  [/\bArray\.fromAsync\b/, 'Array.fromAsync', 16.4, 115, 121],
  [/\bRegExp\.escape\b/, 'RegExp.escape', 18.2, 134, 136],
  [/\bError\.isError\b/, 'Error.isError', 26, 138, 134],
  [/\bMath\.sumPrecise\b/, 'Math.sumPrecise', 26.2, 137, 147],
  [/\bIntl\.DurationFormat\b/, 'Intl.DurationFormat', 16.4, 136, 129],
  [/\bIntl\.Segmenter\b/, 'Intl.Segmenter', 14.1, 125, 87],
  [/\bIterator\.(?:from|concat|prototype)\b/, 'Iterator', 18.4, 131, 122],
  [
    /\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
    'Iterator helpers',
    18.4,
    131,
    122,
  ],
  [/\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/, 'methods of sets', 17, 127, 122],
  [/\.(?:toBase64|setFromBase64|setFromHex)\(|\bfromBase64\(/, 'Uint8Array.fromBase64', 18.2, 133, 140],
  [/\.(?:isWellFormed|toWellFormed)\(/, 'String.prototype.isWellFormed', 16.4, 119, 111],
  [/\.getOrInsert(?:Computed)?\(/, 'Map.prototype.getOrInsert', 26.2, 144, 145],
  [/\.transferToFixedLength\(/, 'ArrayBuffer.prototype.transfer', 17.4, 122, 114],
  [/\.getCoalescedEvents\(/, 'PointerEvent.prototype.getCoalescedEvents', 18.2, 59, 58],
  [/\.moveBefore\(/, 'Element.prototype.moveBefore', NEVER, 144, 133],
  [/\.(?:show|hide|toggle)Popover\(/, 'popovers', 17, 125, 114],
  [/\.requestClose\(/, 'HTMLDialogElement.prototype.requestClose', 18.4, 139, 134],
  [/\.(?:setHTMLUnsafe|getHTML)\(/, 'setHTMLUnsafe and getHTML', 18.2, 128, 125],
  [/\bscheduler\.(?:yield|postTask)\(/, 'scheduler', NEVER, 142, 94],
  [/\bCSS\.highlights\b/, 'CSS.highlights', 17.2, 140, 105],
  [/\bFloat16Array\b/, 'Float16Array', 18.2, 129, 135],
  [/\bAtomics\.waitAsync\b/, 'Atomics.waitAsync', 16.4, 145, 87],
  [/\bSymbol\.(?:asyncD|d)ispose\b/, 'Symbol.dispose', NEVER, 141, 134],
  [/\bTemporal\./, 'Temporal', NEVER, 139, 144],
]

/** By the file's name in the build: names that a library asks the browser for first, and does without. */
const ASKED_FIRST: ReadonlyMap<string, readonly string[]> = new Map([
  ['qr', ['Uint8Array.fromBase64']],
  ['decode', ['scheduler', 'Float16Array']],
])

interface Oldest {
  readonly safari: Version
  readonly firefox: Version
  readonly chrome: Version
}

/**
 * A message for each name that a built file uses, the oldest supported browsers lack, and no fill-in provides. `files`:
 * file name → text. `provided`: the names that a file can use anyway.
 */
export function tooNewNames(
  files: ReadonlyMap<string, string>,
  oldest: Oldest,
  provided: (file: string) => readonly string[],
): readonly string[] {
  return [...files].flatMap(([file, text]) =>
    LATE_NAMES.flatMap(([pattern, name, safari, firefox, chrome]) => {
      const isOld = safari <= oldest.safari && firefox <= oldest.firefox && chrome <= oldest.chrome
      if (isOld || provided(file).includes(name) || !pattern.test(text)) return []
      return [`${file} uses ${name}: Safari ${safari}, Firefox ${firefox}, Chrome ${chrome}`]
    }),
  )
}

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly assets?: readonly string[]
}

/** `tooNewNames` for the last build: its pages, its workers and the service worker. */
export function tooNewInBuild(): readonly string[] {
  const dist = join(root, 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, 'build-manifest.json'), 'utf8')) as Record<string, Chunk>
  const chunks = Object.values(manifest)
  const workers = new Set(chunks.flatMap(({ assets = [] }) => assets))
  const names = new Set(['sw.js', ...chunks.map(({ file }) => file), ...workers].filter((name) => name.endsWith('.js')))
  const files = new Map([...names].map((name) => [name, readFileSync(join(dist, 'app', name), 'utf8')]))
  const version = (browser: keyof Oldest) => Number(SUPPORTED.find(({ target }) => target === browser)?.version)
  const oldest = { safari: version('safari'), firefox: version('firefox'), chrome: version('chrome') }
  // Pages and the service worker load the fill-ins. A worker of a page does not, so it has only the browser's own
  // names.
  const askedFirst = new Map(chunks.map(({ file, name = '' }) => [file, ASKED_FIRST.get(name) ?? []]))
  const filledIn = (file: string) => (workers.has(file) ? [] : FILLED_IN)
  return tooNewNames(files, oldest, (file) => [...filledIn(file), ...(askedFirst.get(file) ?? [])])
}
