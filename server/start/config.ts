import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { IMPORT_COLUMNS } from '#contract/expenses/import-columns.ts'
import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'
import { PASSWORD_COUNTS_MINUTES } from '#contract/session/ownership.ts'
import { type MapSettings, mapEnvironment, mapFault, mapSettings } from '#server/base/map-settings.ts'
import { StartError } from '#server/base/start-error.ts'
import { MIN_SECRET } from '#server/base/token-secret.ts'
import { wholeNumberSetting } from '#server/base/whole-number.ts'
import { type FeedSettings, feedEnvironment, feedSettings, missingFeedSettings } from './feed-settings.ts'
import { productionFaults } from './production-settings.ts'
import {
  missingTelematicsSettings,
  type TelematicsSettings,
  telematicsEnvironment,
  telematicsSettings,
} from './telematics-settings.ts'

/** The checked settings of the operator. Paths are absolute, URLs have no slash at the end. */
export interface Config {
  readonly port: number
  readonly host: string
  /** The folder for the embedded database, files, secrets and outgoing mail. */
  readonly dataDir: string
  /** The URL of a PostgreSQL database. Null means the embedded database. */
  readonly databaseUrl: string | null
  /** The address where users reach the app. Null when this is the address that the server listens on. */
  readonly publicUrl: string | null
  /**
   * The trusted reverse proxies: their information about a request's origin is used. Addresses or networks. Default:
   * none.
   */
  readonly trustedProxies: readonly string[]
  readonly demo: { readonly isOn: boolean; readonly drivers: number }
  readonly isProduction: boolean
  readonly logLevel: LogLevel
  /** The secret for access tokens, for servers on several machines. Null means the secret file in `dataDir`. */
  readonly tokenSecret: string | null
  /** Earlier token secrets. Keys of devices are still derived from them. */
  readonly formerTokenSecrets: readonly string[]
  /** Ids of lost secrets to give up. What devices sealed with their keys is lost. */
  readonly forgetTokenSecrets: readonly string[]
  /** How many minutes a password that was entered in a session allows changes of account ownership. */
  readonly passwordCountsMinutes: number
  readonly mail: {
    /** The mail server. Null means that mail is written to the folder `mail` in `dataDir`. */
    readonly smtpUrl: string | null
    /** The sender of mail: `Haulyard <no-reply@fleet.example.com>`. */
    readonly from: string
  }
  /** The vendors for tolls and fuel. */
  readonly feeds: FeedSettings
  /** The vendor for the positions of trucks and trailers. */
  readonly telematics: TelematicsSettings
  /** The background of the map. */
  readonly map: MapSettings
  readonly reports: {
    /** The folder for vendors' reports, with the subfolders `tolls` and `fuel`. */
    readonly folder: string
    /** The report's header for each column. Only for headers that are not recognized automatically. */
    readonly columns: Readonly<Record<ImportKind, ColumnMap>>
  }
  /** The folder of the built app. */
  readonly appDir: string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export class ConfigError extends StartError {
  override readonly name: string = 'ConfigError'
}

const oneOf = <const V extends readonly string[]>(values: V) => z.enum(values, `must be one of ${values.join(', ')}`)
const url = (protocols: RegExp, example: string, hostname?: RegExp) =>
  z.optional(
    z.url({ protocol: protocols, error: `must be an address like ${example}`, ...(hostname ? { hostname } : {}) }),
  )

/** Named networks that are accepted in addition to addresses. Fastify's `proxy-addr` understands them. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (bits === undefined) return version !== 0 || NAMED_NETWORKS.includes(text)
  return (
    version !== 0 &&
    rest.length === 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) >= 1 &&
    Number(bits) <= (version === 4 ? 32 : 128)
  )
}

/** A setting with a comma-separated list. Each item must satisfy `holds`. Default: an empty list. */
const listOf = (holds: (one: string) => boolean, words: string) =>
  z.pipe(
    z.pipe(
      z._default(z.string(), ''),
      z.transform((text) =>
        text
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    ),
    z.array(z.string().check(z.refine(holds, words))),
  )

const proxies = listOf(isNetwork, 'must be addresses or networks like loopback or 10.0.0.0/8, with commas between')
const formerSecrets = listOf(
  ({ length }) => length >= MIN_SECRET,
  `must be secrets of at least ${MIN_SECRET} characters, with commas between`,
)
const secretIds = listOf(
  (id) => /^[0-9a-f]{8}$/.test(id),
  'must be what the server called the secrets, like 3f09a1c4, with commas between',
)

/** An e-mail address, optionally with a name before it. Only characters that are safe in a mail header. */
const SENDER = /^(?:[\p{L}\p{N} .,'&-]{1,100} <[\w.+-]+@[\w.-]+>|[\w.+-]+@[\w.-]+)$/u

/**
 * The default sender of mail: `no-reply` at the public host. At `localhost` when the host is an IP address, which has
 * no mail.
 */
function defaultSender(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
  return `Haulyard <no-reply@${isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : 'localhost'}>`
}

/**
 * Parses a column map from JSON: columns of this import kind, each with the name of its header. Null when it is
 * invalid.
 */
function parseColumnMap(text: string, kind: ImportKind): ColumnMap | null {
  try {
    const map: unknown = JSON.parse(text)
    if (typeof map !== 'object' || map === null || Array.isArray(map)) return null
    const isSound = ([column, header]: [string, unknown]) =>
      Object.hasOwn(IMPORT_COLUMNS[kind], column) && typeof header === 'string'
    return Object.entries(map).every(isSound) ? (map as ColumnMap) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const columnMapOf = (kind: ImportKind) => {
  const words = `must be JSON like {"date": "Transaction Date"}, of ${Object.keys(IMPORT_COLUMNS[kind]).join(', ')}`
  return z.pipe(
    z._default(z.string().check(z.refine((text) => parseColumnMap(text, kind) !== null, words)), '{}'),
    z.transform((text) => parseColumnMap(text, kind) ?? {}),
  )
}

const environment = z.object({
  PORT: wholeNumberSetting(0, 65_535, '4000'),
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/, 'must be a host name or an IP address')), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/haulyard'),
  PUBLIC_URL: url(/^https?$/, 'https://fleet.example.com'),
  TRUST_PROXY: proxies,
  DEMO: z.optional(oneOf(['on', 'off'])),
  DEMO_DRIVERS: wholeNumberSetting(1, 20_000, '60'),
  EMBEDDED_DATABASE: z.optional(oneOf(['allow'])),
  LOG_LEVEL: z.optional(oneOf(LOG_LEVELS)),
  TOKEN_SECRET: z.optional(z.string().check(z.minLength(MIN_SECRET, `must have at least ${MIN_SECRET} characters`))),
  FORMER_TOKEN_SECRETS: formerSecrets,
  FORGET_TOKEN_SECRETS: secretIds,
  PASSWORD_COUNTS_MINUTES: wholeNumberSetting(1, 1440, `${PASSWORD_COUNTS_MINUTES}`),
  SMTP_URL: url(/^smtps?$/, 'smtps://user:password@smtp.example.com', /./),
  MAIL: z.optional(oneOf(['folder'])),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(SENDER, 'must be an address like Haulyard <no-reply@fleet.example.com>')),
  ),
  REPORTS_DIR: z.optional(z.string()),
  TOLLS_COLUMNS: columnMapOf('tolls'),
  FUEL_COLUMNS: columnMapOf('fuel'),
  // A typing error in `production` must not start a trial server with accounts that everyone knows.
  NODE_ENV: z.optional(oneOf(['production', 'development', 'test'])),
  ...feedEnvironment,
  ...telematicsEnvironment,
  ...mapEnvironment,
})

/** The names of all settings in the environment. */
export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape)

/**
 * Reads the settings from the environment. An empty setting counts as not set. Throws a `ConfigError` with one line
 * that names every bad setting and its valid values. The line never contains the values, because the database URL
 * contains a password.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const result = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
    throw new ConfigError(`Bad configuration: ${[...new Set(faults)].join('; ')}.`)
  }
  const settings = result.data
  const isProduction = settings.NODE_ENV === 'production'
  const faults = isProduction ? productionFaults(settings) : []
  if (faults.length > 0) throw new ConfigError(`Bad configuration: with NODE_ENV=production ${faults.join('; ')}.`)
  const missing = [...missingFeedSettings(settings), ...missingTelematicsSettings(settings)]
  if (missing.length > 0) {
    throw new ConfigError(`Bad configuration: the provider that is set needs ${missing.join(' and ')} too.`)
  }
  const fault = mapFault(settings)
  if (fault !== null) throw new ConfigError(`Bad configuration: ${fault}.`)
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    publicUrl: settings.PUBLIC_URL === undefined ? null : new URL(settings.PUBLIC_URL).href.replace(/\/+$/, ''),
    trustedProxies: settings.TRUST_PROXY,
    demo: { isOn: settings.DEMO !== 'off', drivers: settings.DEMO_DRIVERS },
    isProduction,
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    tokenSecret: settings.TOKEN_SECRET ?? null,
    formerTokenSecrets: settings.FORMER_TOKEN_SECRETS,
    forgetTokenSecrets: settings.FORGET_TOKEN_SECRETS,
    passwordCountsMinutes: settings.PASSWORD_COUNTS_MINUTES,
    mail: { smtpUrl: settings.SMTP_URL ?? null, from: settings.MAIL_FROM ?? defaultSender(settings.PUBLIC_URL) },
    feeds: feedSettings(settings),
    telematics: telematicsSettings(settings),
    map: mapSettings(settings),
    reports: {
      folder: resolve(settings.REPORTS_DIR ?? join(settings.DATA_DIR, 'reports')),
      columns: { tolls: settings.TOLLS_COLUMNS, fuel: settings.FUEL_COLUMNS },
    },
    appDir: resolve(import.meta.dirname, '../../dist/app'),
  }
}
