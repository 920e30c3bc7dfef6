import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import type { SecurityChannel } from '#server/base/request-source.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { deleteExpired } from '#server/jobs/expiry-repository.ts'
import { sweepFiles } from '#server/modules/files/file-service.ts'
import { sweepUploads } from '#server/modules/files/upload-service.ts'
import { addRefusalCounts } from '#server/modules/security/security-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'

const HOUR_MS = 60 * 60 * 1000

/** Starts the server's hourly work in every process. Work that must run only once takes its own row lock. */
export function startJobs(
  db: Db,
  files: FileStore,
  clock: () => Date,
  log: DbLog,
  security: SecurityChannel,
): Periodic {
  return startPeriodic(
    HOUR_MS,
    async () => {
      await deleteExpired(db, clock())
      // Files before uploads, because the upload sweep checks whether the file still exists.
      await sweepFiles(db, files)
      await sweepUploads(db, files, clock())
      await addRefusalCounts(db, security, clock())
    },
    (error) => log.error({ err: error }, 'deleting what has expired was refused'),
  )
}
