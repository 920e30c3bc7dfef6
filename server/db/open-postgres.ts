import pg from 'pg'
import { isLoopbackHost } from '#server/base/loopback.ts'
import { StartError } from '#server/base/start-error.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { PostgresNewsChannel } from '#server/db/news-channel.ts'
import { PooledDb } from '#server/db/pooled-db.ts'
import { valueParsers } from '#server/db/value-parsers.ts'

const MAX_SESSIONS = 10
const CONNECT_MS = 10_000
/** The settings of every session. The embedded database has the same values by default. */
const SESSION_SETTINGS = `set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set default_transaction_isolation = 'read committed'; set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '60s'`
const NEWS_CHANNEL_OPTIONS = { application_name: 'haulyard news', connectionTimeoutMillis: CONNECT_MS, keepAlive: true }
const MIN_VERSION = 150_000

/**
 * Opens a pool of sessions on a PostgreSQL database. Throws a `StartError` when the database is unreachable or too old.
 * Its text names host and reason, never the password. With `insistsOnTls`, a database on another host must prove its
 * identity, unless the address sets something else.
 */
export async function openPostgres(url: string, log: DbLog, { insistsOnTls = false } = {}): Promise<Db> {
  try {
    return await openAt(insistsOnTls ? withTls(url) : url, log)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database at ${hostAndDatabase(url)} can't be used: ${reasonOf(error)}`)
  }
}

async function openAt(url: string, log: DbLog): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_SESSIONS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'haulyard',
    types: valueParsers,
    onConnect: async (client) => {
      await client.query(SESSION_SETTINGS)
    },
  })
  // Without a listener, a lost connection would end this process.
  pool.on('error', (error) => {
    if (!pool.ending) log.error({ reason: error.message }, 'a session of the database was lost')
  })
  const newsChannel = new PostgresNewsChannel(
    () => new pg.Client({ connectionString: url, ...NEWS_CHANNEL_OPTIONS }),
    log,
  )
  const db = new PooledDb('postgresql', pool, newsChannel)
  try {
    const [server] = await db.query<{ version: number }>(
      'server-version',
      `select current_setting('server_version_num')::int as version`,
    )
    if (!server || server.version < MIN_VERSION) throw new StartError(`DATABASE_URL: PostgreSQL 15 or later is needed.`)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The URL parameters that decide about TLS, for example `sslmode=disable` for a trusted network, or a certificate. */
const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslrootcert', 'sslcert'] as const

/**
 * Adds `sslmode=verify-full` to a database URL when the host is not this machine and the URL has no TLS parameter.
 * Otherwise returns the URL unchanged. The driver decides about the host: `?host=` wins over the host before the path,
 * and without both PGHOST applies. Throws for a URL that the driver rejects.
 */
export function withTls(url: string): string {
  const address = new URL(url)
  // When a parameter occurs twice, the last one counts, as in the driver. An empty value counts as not set.
  const parameters = new Map(address.searchParams)
  if (TLS_PARAMETERS.some((name) => parameters.get(name))) return url
  const { host } = new pg.Client({ connectionString: url })
  if (host.startsWith('/') || isLoopbackHost(host)) return url
  address.searchParams.set('sslmode', 'verify-full')
  return address.href
}

function hostAndDatabase(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** When all addresses of a host refuse the connection, Node puts the reason only into the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner = error.cause instanceof AggregateError ? error.cause.errors[0] : error
  return inner instanceof Error && inner.message ? inner.message : error.name
}
