import { afterEach, expect, test, vi } from 'vitest'
import { startTelematicsJob } from '#server/jobs/telematics-job.ts'
import { aTelematicsVendor, aVehicle } from '#tests/support/builders/a-telematics.ts'
import { NOW } from '#tests/support/server/app.ts'
import { openTestDb } from '#tests/support/server/database.ts'
import { noLog } from '#tests/support/server/no-log.ts'

afterEach(() => vi.useRealTimers())

test('the vendor is polled at the start, within seconds after an event, and otherwise when a poll is due', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const db = await openTestDb()
  const vendor = aTelematicsVendor({ vehicles: [aVehicle()] })
  let now = NOW
  const parts = { db, clock: () => now, log: { ...noLog, warn: noLog.error } }
  const job = startTelematicsJob(parts, vendor.source)
  // A round reads the clock after its first statement, and rounds never overlap: each ends before the clock advances.
  const expectPolls = async (polls: number) => {
    await db.whenIdle()
    expect([
      vendor.requests.polls,
      await db.query('test.settled', 'select 1 as done from telematics_feed where succeeded_at = tried_at'),
    ]).toEqual([polls, [{ done: 1 }]])
  }
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
    vi.advanceTimersByTime(seconds * 1000)
  }
  await expectPolls(1)
  later(5)
  await expectPolls(1)
  await db.script(null, 'update telematics_feed set tried_at = null')
  later(5)
  await expectPolls(2)
  later(30)
  await expectPolls(3)
  await job.stop()
  await db.close()
})
