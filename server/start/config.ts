import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { IMPORT_COLUMNS } from '#contract/expenses/import-columns.ts'
import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'
import { PASSWORD_COUNTS_MINUTES } from '#contract/session/ownership.ts'
import { type MapSettings, mapEnvironment, mapFault, mapSettings } from '#server/base/map-settings.ts'
import { StartError } from '#server/base/start-error.ts'
import { MIN_SECRET } from '#server/base/token-secret.ts'
import { wholeNumber } from '#server/base/whole-number.ts'
import { type FeedSettings, feedEnvironment, feedSettings, missingSettings } from './feed-settings.ts'
import { productionFaults } from './production-settings.ts'
import {
  missingTelematicsSettings,
  type TelematicsSettings,
  telematicsEnvironment,
  telematicsSettings,
} from './telematics-settings.ts'

/** What the operator set, checked. Paths are absolute, URLs have no slash at the end. */
export interface Config {
  readonly port: number
  readonly host: string
  /** The folder of the embedded database, files, secrets and outgoing mail. */
  readonly dataDir: string
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | null
  /** Where people reach the app, when that is not the address that the server listens on. */
  readonly publicUrl: string | null
  /** The reverse proxies whose word is taken for where a request came from: addresses, networks; none unless set. */
  readonly trustedProxies: readonly string[]
  readonly demo: { readonly isOn: boolean; readonly drivers: number }
  readonly isProduction: boolean
  readonly logLevel: LogLevel
  /** What access tokens are signed with, when it is not the file in `dataDir`: for servers on several machines. */
  readonly tokenSecret: string | null
  /** What they were signed with before: keys of devices still hang on it. */
  readonly formerTokenSecrets: readonly string[]
  /** Ids of secrets that are lost, with whatever devices have sealed under their keys. */
  readonly forgetTokenSecrets: readonly string[]
  /** For so long a password that was given in a session is enough for what changes whose an account is. */
  readonly passwordCountsMinutes: number
  readonly mail: {
    /** The server that mail goes to; null for the folder `mail` in `dataDir`. */
    readonly smtpUrl: string | null
    /** Whom mail comes from: `Haulyard <no-reply@fleet.example.com>`. */
    readonly from: string
  }
  /** From whom tolls and fuel come. */
  readonly feeds: FeedSettings
  /** From whom it comes where trucks and trailers are. */
  readonly telematics: TelematicsSettings
  /** What the map shows beneath what is on it. */
  readonly map: MapSettings
  readonly reports: {
    /** Where vendors' reports are put, in `tolls` and `fuel`. */
    readonly folder: string
    /** Which header of a report each column stands under, where that is not a usual name. */
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

/** Names that stand for networks beside addresses: `proxy-addr`, which Fastify asks, knows them. */
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

/** Texts with commas between; none unless set. */
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

/** An address alone, or a name before it. What has no place in a header has none here. */
const SENDER = /^(?:[\p{L}\p{N} .,'&-]{1,100} <[\w.+-]+@[\w.-]+>|[\w.+-]+@[\w.-]+)$/u

/** Whom mail comes from when nobody says: nobody, at the host that people know. An IP address has no mail. */
function defaultSender(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
  return `Haulyard <no-reply@${isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : 'localhost'}>`
}

/** A map of columns as JSON: of the kind's own columns, each with a header's name. */
function columnsOf(text: string, kind: ImportKind): ColumnMap | null {
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
    z._default(z.string().check(z.refine((text) => columnsOf(text, kind) !== null, words)), '{}'),
    z.transform((text) => columnsOf(text, kind) ?? {}),
  )
}

const environment = z.object({
  PORT: wholeNumber(0, 65_535, '4000'),
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/, 'must be a host name or an IP address')), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/haulyard'),
  PUBLIC_URL: url(/^https?$/, 'https://fleet.example.com'),
  TRUST_PROXY: proxies,
  DEMO: z.optional(oneOf(['on', 'off'])),
  DEMO_DRIVERS: wholeNumber(1, 20_000, '60'),
  EMBEDDED_DATABASE: z.optional(oneOf(['allow'])),
  LOG_LEVEL: z.optional(oneOf(LOG_LEVELS)),
  TOKEN_SECRET: z.optional(z.string().check(z.minLength(MIN_SECRET, `must have at least ${MIN_SECRET} characters`))),
  FORMER_TOKEN_SECRETS: formerSecrets,
  FORGET_TOKEN_SECRETS: secretIds,
  PASSWORD_COUNTS_MINUTES: wholeNumber(1, 1440, `${PASSWORD_COUNTS_MINUTES}`),
  SMTP_URL: url(/^smtps?$/, 'smtps://user:password@smtp.example.com', /./),
  MAIL: z.optional(oneOf(['folder'])),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(SENDER, 'must be an address like Haulyard <no-reply@fleet.example.com>')),
  ),
  REPORTS_DIR: z.optional(z.string()),
  TOLLS_COLUMNS: columnMapOf('tolls'),
  FUEL_COLUMNS: columnMapOf('fuel'),
  // Any other word would be a slip for production, and start a trial with accounts that everyone knows.
  NODE_ENV: z.optional(oneOf(['production', 'development', 'test'])),
  ...feedEnvironment,
  ...telematicsEnvironment,
  ...mapEnvironment,
})

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape)

/**
 * Reads the settings from the environment; an empty one counts as not set.
 * Throws a `ConfigError` with one line that names every bad setting and what it must be. Values are never repeated in
 * it: a database's address holds a password.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const result = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
    throw new ConfigError(`Bad configuration: ${[...new Set(faults)].join('; ')}.`)
  }
  const set = result.data
  const isProduction = set.NODE_ENV === 'production'
  const unsaid = isProduction ? productionFaults(set) : []
  if (unsaid.length > 0) throw new ConfigError(`Bad configuration: with NODE_ENV=production ${unsaid.join('; ')}.`)
  const missing = [...missingSettings(set), ...missingTelematicsSettings(set)]
  if (missing.length > 0) {
    throw new ConfigError(`Bad configuration: the provider that is set needs ${missing.join(' and ')} too.`)
  }
  const fault = mapFault(set)
  if (fault !== null) throw new ConfigError(`Bad configuration: ${fault}.`)
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL ?? null,
    publicUrl: set.PUBLIC_URL === undefined ? null : new URL(set.PUBLIC_URL).href.replace(/\/+$/, ''),
    trustedProxies: set.TRUST_PROXY,
    demo: { isOn: set.DEMO !== 'off', drivers: set.DEMO_DRIVERS },
    isProduction,
    logLevel: set.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    tokenSecret: set.TOKEN_SECRET ?? null,
    formerTokenSecrets: set.FORMER_TOKEN_SECRETS,
    forgetTokenSecrets: set.FORGET_TOKEN_SECRETS,
    passwordCountsMinutes: set.PASSWORD_COUNTS_MINUTES,
    mail: { smtpUrl: set.SMTP_URL ?? null, from: set.MAIL_FROM ?? defaultSender(set.PUBLIC_URL) },
    feeds: feedSettings(set),
    telematics: telematicsSettings(set),
    map: mapSettings(set),
    reports: {
      folder: resolve(set.REPORTS_DIR ?? join(set.DATA_DIR, 'reports')),
      columns: { tolls: set.TOLLS_COLUMNS, fuel: set.FUEL_COLUMNS },
    },
    appDir: resolve(import.meta.dirname, '../../dist/app'),
  }
}
