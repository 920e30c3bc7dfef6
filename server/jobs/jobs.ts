import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import type { SecurityLine } from '#server/base/request-source.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { deleteExpired } from '#server/jobs/expiry-repository.ts'
import { sweepFiles } from '#server/modules/files/file-service.ts'
import { sweepUploads } from '#server/modules/files/upload-service.ts'
import { tellCounted } from '#server/modules/security/security-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'

const HOUR_MS = 60 * 60 * 1000

/** Starts the server's periodic work. Every process does it; what may be done only once takes a row lock of its own. */
export function startJobs(db: Db, files: FileStore, clock: () => Date, log: DbLog, security: SecurityLine): Periodic {
  return startPeriodic(
    HOUR_MS,
    async () => {
      await deleteExpired(db, clock())
      // Before the uploads they were made of, which ask whether the file is there.
      await sweepFiles(db, files)
      await sweepUploads(db, files, clock())
      await tellCounted(db, security, clock())
    },
    (error) => log.error({ err: error }, 'deleting what has expired was refused'),
  )
}
