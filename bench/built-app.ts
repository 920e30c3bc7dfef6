import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import { createLog } from '#server/log.ts'
import { localFiles } from '#server/providers/files/local/local-files.ts'
import { tokenSecrets } from '#server/token-secret.ts'

const UNHURRIED = { burst: 1e9, perSecond: 1e9 }

/** The server over a database, as it is run but for vendors, of which it has none. */
export const builtApp = (config: Config, db: Db): Promise<FastifyInstance> =>
  buildApp({
    db,
    config,
    files: localFiles(join(config.dataDir, 'files')),
    clock: () => new Date(),
    log: createLog('silent'),
    secrets: tokenSecrets(config),
    telematics: null,
    webhook: null,
    // What is measured is how quick an answer is, not how many a session is let have.
    paces: { reads: UNHURRIED, changes: UNHURRIED, uploads: UNHURRIED, downloads: UNHURRIED },
  })
