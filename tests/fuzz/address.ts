import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { Random } from '#server/demo/random.ts'
import { ODD_TEXTS, oddName } from './odd-values.ts'
import { KNOWN_UUIDS, soundValue } from './sound-value.ts'

/** Parts of an address as they are sent. Some are invalid UTF-8 or cut off. */
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

/** Like `encodeURIComponent`, but accepts halves of surrogate pairs. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** A valid value for a path's parameter, mostly of a record that exists in a round's company. */
function soundPart(random: Random, { path }: EndpointShape): string {
  if (/\/(trucks|trailers)\/:id\//.test(path)) return random.pick(['1042', '1043', 'TL-1', 'TL-2', '1', ...KNOWN_UUIDS])
  if (/^\/api\/(auth\/sessions|devices|uploads|files)\//.test(path)) return random.pick(KNOWN_UUIDS)
  if (path.includes(':day')) return random.pick(['2026-11-21', '2026-11-16'])
  return random.chance(0.8) ? String(random.whole(1, 9)) : random.pick(KNOWN_UUIDS)
}

/** A valid path of a call. */
export function soundPath(random: Random, endpoint: EndpointShape): string {
  return endpoint.path.replace(/:\w+/g, () => soundPart(random, endpoint))
}

/** A path of a call with a fault. It still leads to `/api/` after `..` is resolved. */
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

/** Valid query parameters of a call, a random selection of the optional ones. */
export function soundQuery(random: Random, { query }: EndpointShape): readonly (readonly [string, string])[] {
  if (!query) return []
  return Object.entries(soundValue(random, query) as object).map(([name, value]) => [
    encoded(name),
    encoded(String(value)),
  ])
}

/** Query parameters with a fault in one of them, or with an unknown parameter. */
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
