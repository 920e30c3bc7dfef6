import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import { doTelematicsChores, type PollParts, pollTelematics } from '#server/modules/telematics/poll-service.ts'
import type { TelematicsSource } from '#server/providers/telematics/telematics.ts'

/** How often each process checks whether chores are due. The database decides which process does them. */
const CHORES_MS = 60_000

/** How often each process checks whether to poll the vendor. A webhook can request a poll before it is due. */
const LOOK_MS = 5_000

/**
 * Starts polling positions and doing chores. Every process checks whether a poll is due; the database decides which
 * process polls, and when. `stop` aborts a running poll. Without a vendor only the chores run, which thin and delete
 * old positions.
 */
export function startTelematicsJob(parts: PollParts, source: TelematicsSource | null): Periodic {
  const chores = startPeriodic(
    CHORES_MS,
    () => doTelematicsChores(parts),
    (error) => parts.log.error({ err: error }, 'miles could not be counted; it is tried again'),
  )
  if (source === null) return chores
  const abort = new AbortController()
  const poll = () => pollTelematics(parts, source, abort.signal)
  const failed = (error: unknown) => parts.log.error({ err: error }, 'positions could not be kept; it is tried again')
  const polling = startPeriodic(Math.min(source.pollMs, LOOK_MS), poll, failed)
  // Poll immediately, so that the map has positions as soon as the server runs.
  const first = poll().catch(failed)
  return {
    stop: async () => {
      abort.abort()
      await Promise.all([first, polling.stop(), chores.stop()])
    },
  }
}
