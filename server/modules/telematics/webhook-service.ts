import type { VehicleLocation } from '#contract/boards/telematics.ts'
import { forbidden } from '#server/base/problem.ts'
import type { Db } from '#server/db/db.ts'
import type { TelematicsWebhook } from '#server/providers/telematics/telematics-webhook.ts'
import { bucketOf, countTry, type Limit } from '#server/throttle/throttle.ts'
import { requestPoll, updateMoveMark } from './feed-repository.ts'
import { moveVehicle } from './position-repository.ts'

/**
 * Limit of unsigned webhooks per network. Signed webhooks have no limit, because a large fleet sends them constantly.
 */
const WRONG: Limit = {
  name: 'unsigned webhooks',
  most: 60,
  windowMs: 60_000,
  detail: 'Too many webhooks that were not signed by the vendor.',
}
export interface WebhookParts {
  readonly db: Db
  readonly webhook: TelematicsWebhook
  readonly log: { warn(details: object, message: string): void }
}

/** A received webhook. `network` is the sender's network, in the form of `networkOf`. */
export interface ReceivedWebhook {
  readonly body: Uint8Array
  readonly signature: string | undefined
  readonly network: string
  readonly now: Date
}

/**
 * Handles a webhook of the vendor. A vehicle's position is stored immediately; any other event requests a poll soon.
 * Throws 403 for a webhook that the vendor did not sign, and 429 when such webhooks come too often. A signed webhook is
 * accepted even when it makes no sense, because the vendor would repeat a refused one.
 */
export async function handleWebhook({ db, webhook, log }: WebhookParts, sent: ReceivedWebhook): Promise<void> {
  const { body, signature, network, now } = sent
  if (!webhook.isSigned(body, signature)) {
    await countTry(db, bucketOf('webhook', network), WRONG, now)
    throw forbidden()
  }
  const event = jsonOf(body)
  if (webhook.actionOf(event) === null) {
    log.warn({ vendor: webhook.vendor, bytes: body.length }, 'a webhook of the vendor tells nothing that is known')
    return
  }
  const located = webhook.fixOf(event, now)
  if (located !== null && (await storeFix(db, located.vehicle, located.fix))) return
  await requestPoll(db, webhook.vendor)
}

/** Stores a vehicle's position. Returns false for an unknown vehicle, which the next poll adds. */
async function storeFix(db: Db, vehicle: number, fix: VehicleLocation): Promise<boolean> {
  const hasMoved = await moveVehicle(db, vehicle, fix)
  if (hasMoved) await updateMoveMark(db)
  return hasMoved !== null
}

/** The parsed body; null when it is not JSON. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
