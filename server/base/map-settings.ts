import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { archiveFault } from './tile-archive.ts'
import { wholeNumberSetting } from './whole-number.ts'

/** The map's background: the map packaged with the app, tiles of another server, or an archive of tiles. */
export type MapSettings =
  | { readonly kind: 'packaged' }
  | {
      readonly kind: 'tiles'
      /** A template that contains `{z}`, `{x}` and `{y}`. */
      readonly url: string
      readonly attribution: string
      readonly maxZoom: number
    }
  | {
      readonly kind: 'pmtiles'
      /** The archive's absolute path. */
      readonly file: string
      readonly attribution: string
    }

const TEMPLATE = 'must be an address like https://tiles.example.com/{z}/{x}/{y}.png'
/** Placeholders only after the host: pages name the host in their content security policy, so it must be fixed. */
const TILES = /^https?:\/\/[\w.-]+(?::\d{1,5})?\/[^\s{}]*(?:\{[xyz]\}[^\s{}]*){3,}$/
const THIS_MACHINE = /^(?:127\.0\.0\.1|localhost)$/

/** Whether an address has all three placeholders and uses https. Plain http is accepted for this machine only. */
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

/** The environment variables of the map's background. */
export const mapEnvironment = {
  MAP_TILES_URL: z.optional(z.string().check(z.refine(isTemplate, TEMPLATE))),
  MAP_TILES_ATTRIBUTION: attribution,
  MAP_TILES_MAX_ZOOM: wholeNumberSetting(1, 22, '19'),
  MAP_PMTILES: z.optional(archive),
  MAP_PMTILES_ATTRIBUTION: attribution,
}
const settings = z.object(mapEnvironment)
type MapEnvironment = z.output<typeof settings>

/** Why these settings contradict each other, with the names of the variables; null when they are consistent. */
export function mapFault(env: MapEnvironment): string | null {
  if (env.MAP_TILES_URL !== undefined && env.MAP_PMTILES !== undefined) {
    return 'the map has one background: set MAP_TILES_URL or MAP_PMTILES'
  }
  const needed =
    env.MAP_TILES_URL !== undefined
      ? 'MAP_TILES_ATTRIBUTION'
      : env.MAP_PMTILES !== undefined
        ? 'MAP_PMTILES_ATTRIBUTION'
        : null
  return needed === null || env[needed] !== undefined ? null : `whose map it is must be said by ${needed}`
}

/** Converts settings that passed `mapFault` to the server's form. */
export function mapSettings(env: MapEnvironment): MapSettings {
  if (env.MAP_TILES_URL !== undefined) {
    const { MAP_TILES_URL: url, MAP_TILES_MAX_ZOOM: maxZoom } = env
    return { kind: 'tiles', url, attribution: env.MAP_TILES_ATTRIBUTION ?? '', maxZoom }
  }
  if (env.MAP_PMTILES !== undefined) {
    return { kind: 'pmtiles', file: resolve(env.MAP_PMTILES), attribution: env.MAP_PMTILES_ATTRIBUTION ?? '' }
  }
  return { kind: 'packaged' }
}

/**
 * The other server from which the browser fetches tiles (`https://tiles.example.com`); null when tiles come from here.
 */
export function tileOrigin(settings: MapSettings): string | null {
  return settings.kind === 'tiles' ? new URL(settings.url).origin : null
}
