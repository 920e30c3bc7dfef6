import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import { doTelematicsChores, type PollParts, pollTelematics } from '#server/modules/telematics/poll-service.ts'
import type { TelematicsSource } from '#server/providers/telematics/telematics.ts'

/** How often each process looks whether chores are due; the database tells which process does them. */
const CHORES_MS = 60_000

/** And whether the vendor is to be asked: sooner than it is due, when a webhook has told of something. */
const LOOK_MS = 5_000

/**
 * Starts to keep where everything is. Every process looks whether the vendor is to be asked; the database tells which one
 * asks, and when. `stop` breaks off what is asked right now. Without a vendor what was kept still grows old, and goes.
 */
export function startTelematicsJob(parts: PollParts, source: TelematicsSource | null): Periodic {
  const chores = startPeriodic(
    CHORES_MS,
    () => doTelematicsChores(parts),
    (error) => parts.log.error({ err: error }, 'miles could not be counted; it is tried again'),
  )
  if (source === null) return chores
  const breakOff = new AbortController()
  const poll = () => pollTelematics(parts, source, breakOff.signal)
  const failed = (error: unknown) => parts.log.error({ err: error }, 'positions could not be kept; it is tried again')
  const polling = startPeriodic(Math.min(source.pollMs, LOOK_MS), poll, failed)
  // The map shows something as soon as there is a server.
  const first = poll().catch(failed)
  return {
    stop: async () => {
      breakOff.abort()
      await Promise.all([first, polling.stop(), chores.stop()])
    },
  }
}
