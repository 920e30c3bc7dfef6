import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { archiveFault } from './tile-archive.ts'
import { wholeNumber } from './whole-number.ts'

/** What the map shows beneath what is on it: what comes with the app, tiles from elsewhere, or an archive of tiles. */
export type MapSettings =
  | { readonly kind: 'packaged' }
  | {
      readonly kind: 'tiles'
      /** With `{z}`, `{x}` and `{y}` in it. */
      readonly url: string
      readonly attribution: string
      readonly maxZoom: number
    }
  | {
      readonly kind: 'pmtiles'
      /** Its path, absolute. */
      readonly file: string
      readonly attribution: string
    }

const TEMPLATE = 'must be an address like https://tiles.example.com/{z}/{x}/{y}.png'
/** After the host, so that this is one: pages name it in their policy. */
const TILES = /^https?:\/\/[\w.-]+(?::\d{1,5})?\/[^\s{}]*(?:\{[xyz]\}[^\s{}]*){3,}$/
const THIS_MACHINE = /^(?:127\.0\.0\.1|localhost)$/

/** Whether an address has all that a tile is asked for by, and goes over no network in the clear. */
function isTemplate(text: string): boolean {
  if (!TILES.test(text) || !['{z}', '{x}', '{y}'].every((part) => text.includes(part))) return false
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || THIS_MACHINE.test(url.hostname))
}

const attribution = z.optional(
  z
    .string()
    .check(z.trim(), z.minLength(1, 'must say whose map it is'), z.maxLength(200, 'must have at most 200 characters')),
)
const archive = z.string().check(
  z.check<string>(({ value, issues }) => {
    const fault = value.endsWith('.pmtiles') ? archiveFault(value) : 'must be the path of a file that ends in .pmtiles'
    if (fault !== null) issues.push({ code: 'custom', message: fault, input: value })
  }),
)

/** The settings of the map's background, as the environment names them. */
export const mapEnvironment = {
  MAP_TILES_URL: z.optional(z.string().check(z.refine(isTemplate, TEMPLATE))),
  MAP_TILES_ATTRIBUTION: attribution,
  MAP_TILES_MAX_ZOOM: wholeNumber(1, 22, '19'),
  MAP_PMTILES: z.optional(archive),
  MAP_PMTILES_ATTRIBUTION: attribution,
}
const settings = z.object(mapEnvironment)
type MapEnvironment = z.output<typeof settings>

/** Why these settings don't go together, by their names; null when they do. */
export function mapFault(set: MapEnvironment): string | null {
  if (set.MAP_TILES_URL !== undefined && set.MAP_PMTILES !== undefined) {
    return 'the map has one background: set MAP_TILES_URL or MAP_PMTILES'
  }
  const needed =
    set.MAP_TILES_URL !== undefined
      ? 'MAP_TILES_ATTRIBUTION'
      : set.MAP_PMTILES !== undefined
        ? 'MAP_PMTILES_ATTRIBUTION'
        : null
  return needed === null || set[needed] !== undefined ? null : `whose map it is must be said by ${needed}`
}

/** The settings as the server needs them; nothing is missing any more. */
export function mapSettings(set: MapEnvironment): MapSettings {
  if (set.MAP_TILES_URL !== undefined) {
    const { MAP_TILES_URL: url, MAP_TILES_MAX_ZOOM: maxZoom } = set
    return { kind: 'tiles', url, attribution: set.MAP_TILES_ATTRIBUTION ?? '', maxZoom }
  }
  if (set.MAP_PMTILES !== undefined) {
    return { kind: 'pmtiles', file: resolve(set.MAP_PMTILES), attribution: set.MAP_PMTILES_ATTRIBUTION ?? '' }
  }
  return { kind: 'packaged' }
}

/** From where the browser is to fetch tiles (`https://tiles.example.com`); null where it is to fetch none from elsewhere. */
export function tileOrigin(settings: MapSettings): string | null {
  return settings.kind === 'tiles' ? new URL(settings.url).origin : null
}
