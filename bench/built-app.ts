import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { tokenSecrets } from '#server/base/token-secret.ts'
import type { Db } from '#server/db/db.ts'
import { localFiles } from '#server/providers/files/local/local-files.ts'
import { buildApp } from '#server/start/app.ts'
import type { Config } from '#server/start/config.ts'
import { createLog } from '#server/start/log.ts'

const UNHURRIED = { burst: 1e9, perSecond: 1e9 }

/** The server on a database, as in production, but without vendors. */
export const builtApp = (config: Config, db: Db, clock = () => new Date()): Promise<FastifyInstance> =>
  buildApp({
    db,
    config,
    files: localFiles(join(config.dataDir, 'files')),
    clock,
    log: createLog('silent'),
    secrets: tokenSecrets(config),
    telematics: null,
    webhook: null,
    // The bench measures how quick responses are, not how many requests a session may send.
    sessionLimits: { reads: UNHURRIED, changes: UNHURRIED, uploads: UNHURRIED, downloads: UNHURRIED },
  })
