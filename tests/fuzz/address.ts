import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { Random } from '#server/demo/random.ts'
import { ODD_TEXTS, oddName } from './odd-values.ts'
import { KNOWN_UUIDS, soundValue } from './sound-value.ts'

/** Parts of an address as they travel: some are no UTF-8, or broken off. */
const ODD_PARTS = [
  ...[
    '%',
    '%zz',
    '%00',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
    '%2e%2e',
    '%2f',
    '%5c',
    '%0d%0a',
    '%25',
    '..',
    '.',
    ';a=1',
    '-1',
  ],
  ...[
    '1.5',
    'null',
    '9'.repeat(15),
    '9'.repeat(400),
    'x'.repeat(300),
    '1%20',
    '+1',
    '0x1',
    '1e3',
    '%EF%BC%91',
    '*',
    ':id',
  ],
]

/** As `encodeURIComponent`, also of halves of surrogate pairs. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** What a path names that there is in a round's company. */
function soundPart(random: Random, { path }: EndpointShape): string {
  if (/\/(trucks|trailers)\/:id\//.test(path)) return random.pick(['1042', '1043', 'TL-1', 'TL-2', '1', ...KNOWN_UUIDS])
  if (/^\/api\/(auth\/sessions|devices|uploads|files)\//.test(path)) return random.pick(KNOWN_UUIDS)
  if (path.includes(':day')) return random.pick(['2026-11-21', '2026-11-16'])
  return random.chance(0.8) ? String(random.whole(1, 9)) : random.pick(KNOWN_UUIDS)
}

/** The path of a call, of something that there may be. */
export function soundPath(random: Random, endpoint: EndpointShape): string {
  return endpoint.path.replace(/:\w+/g, () => soundPart(random, endpoint))
}

/** The same with something wrong in it; once `..` is followed it still leads to `/api/`. */
export function oddPath(random: Random, endpoint: EndpointShape): string {
  const path = anyOddPath(random, endpoint)
  return URL.parse(path, 'http://a')?.pathname.startsWith('/api/') ? path : `${soundPath(random, endpoint)}%00`
}

function anyOddPath(random: Random, endpoint: EndpointShape): string {
  const part = () => (random.chance(0.5) ? random.pick(ODD_PARTS) : encoded(random.pick(ODD_TEXTS)))
  if (endpoint.path.includes(':') && random.chance(0.8)) return endpoint.path.replace(/:\w+/g, part)
  const path = soundPath(random, endpoint)
  const cut = path.split('/').slice(2, -1)
  const at = random.whole(0, cut.length - 1)
  return random.pick([
    () => `${path}${part()}`,
    () => `${path}/`,
    () => path.replace(/\/$/, ''),
    () => `/api/${cut.with(at, part()).join('/')}/`,
    () => `/api/${cut.toSpliced(at, 0, part()).join('/')}/`,
    () => `/api/${cut.join('//')}`,
    () => path.toUpperCase().replace('/API/', '/api/'),
  ])()
}

/** Names of a query with values that are taken, in the order of chance. */
export function soundQuery(random: Random, { query }: EndpointShape): readonly (readonly [string, string])[] {
  if (!query) return []
  return Object.entries(soundValue(random, query) as object).map(([name, value]) => [
    encoded(name),
    encoded(String(value)),
  ])
}

/** The same with something wrong in it, and sometimes a name that no call knows. */
export function oddQuery(random: Random, endpoint: EndpointShape): readonly (readonly [string, string])[] {
  const sound = soundQuery(random, endpoint)
  const odd = () => (random.chance(0.4) ? random.pick(ODD_PARTS).replaceAll('#', '') : encoded(random.pick(ODD_TEXTS)))
  const names = Object.keys((endpoint.query as { readonly shape?: object } | undefined)?.shape ?? {})
  const name = names.length > 0 && random.chance(0.8) ? random.pick(names) : encoded(oddName(random))
  const others = sound.filter(([one]) => one !== name)
  const values = Array.from(
    {
      length: random.weighted([
        [1, 8],
        [2, 2],
        [40, 0.3],
      ] as const),
    },
    odd,
  )
  return [...others, ...values.map((value) => [random.chance(0.05) ? `${name}[]` : name, value] as const)]
}
