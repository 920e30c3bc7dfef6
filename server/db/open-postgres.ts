import pg from 'pg'
import { isLoopbackHost } from '#server/base/loopback.ts'
import { StartError } from '#server/base/start-error.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { PostgresLine } from '#server/db/news-line.ts'
import { PooledDb } from '#server/db/pooled-db.ts'
import { valueParsers } from '#server/db/value-parsers.ts'

const MAX_SESSIONS = 10
const CONNECT_MS = 10_000
/** What every session is set to; the embedded database has the same by itself. */
const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set default_transaction_isolation = 'read committed'; set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '60s'`
const LINE = { application_name: 'haulyard news', connectionTimeoutMillis: CONNECT_MS, keepAlive: true }
const OLDEST = 150_000

/**
 * Opens a pool of sessions on a PostgreSQL database. Throws a `StartError` when it can't be reached or is too old; the
 * line names host and reason, never the password. With `insistsOnTls` a database on another host must prove who it is, unless
 * its address says otherwise.
 */
export async function openPostgres(url: string, log: DbLog, { insistsOnTls = false } = {}): Promise<Db> {
  try {
    return await openAt(insistsOnTls ? protectedUrl(url) : url, log)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database at ${placeOf(url)} can't be used: ${reasonOf(error)}`)
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
      await client.query(SESSION)
    },
  })
  // Without a listener a server that goes away takes this process with it.
  pool.on('error', (error) => {
    if (!pool.ending) log.error({ reason: error.message }, 'a session of the database was lost')
  })
  const line = new PostgresLine(() => new pg.Client({ connectionString: url, ...LINE }), log)
  const db = new PooledDb('postgresql', pool, line)
  try {
    const [server] = await db.query<{ version: number }>(
      'server-version',
      `select current_setting('server_version_num')::int as version`,
    )
    if (!server || server.version < OLDEST) throw new StartError(`DATABASE_URL: PostgreSQL 15 or later is needed.`)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** What of an address says how the way is protected: `sslmode=disable`, for a network that is trusted, or a certificate. */
const SAYS_HOW = ['sslmode', 'ssl', 'sslrootcert', 'sslcert'] as const

/**
 * The address as it is, or with TLS to a server that proves who it is: where the way leads over a network, and the address
 * does not say how it is protected. Which host it is the driver is asked: `?host=` counts for more than what stands before
 * it, and where there is neither, PGHOST does. Throws for an address that the driver does not take.
 */
export function protectedUrl(url: string): string {
  const address = new URL(url)
  // Of a name that is there twice the last one counts, as for the driver; an empty word says nothing.
  const said = new Map(address.searchParams)
  if (SAYS_HOW.some((name) => said.get(name))) return url
  const { host } = new pg.Client({ connectionString: url })
  if (host.startsWith('/') || isLoopbackHost(host)) return url
  address.searchParams.set('sslmode', 'verify-full')
  return address.href
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Node names a host that refuses on all its addresses only in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner = error.cause instanceof AggregateError ? error.cause.errors[0] : error
  return inner instanceof Error && inner.message ? inner.message : error.name
}
