import type { VehicleLocation } from '#contract/boards/telematics.ts'
import { forbidden } from '#server/base/problem.ts'
import type { Db } from '#server/db/db.ts'
import type { TelematicsWebhook } from '#server/providers/telematics/telematics-webhook.ts'
import { bucketOf, countTry, type Limit } from '#server/throttle/throttle.ts'
import { askSoon, noteMoves } from './feed-repository.ts'
import { moveVehicle } from './position-repository.ts'

/** For each network: what is signed has no limit, for a large fleet tells of itself all the time. */
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

/** A webhook as it came; `network`: where it came from, as `networkOf` writes it. */
export interface Sent {
  readonly body: Uint8Array
  readonly signature: string | undefined
  readonly network: string
  readonly now: Date
}

/**
 * Takes in what the vendor tells by itself: where a vehicle is, at once; anything else has the vendor asked with the next
 * look. Throws 403 for what the vendor did not sign, and 429 when that comes too often. What it did sign is taken also when
 * it makes no sense: a refusal would only bring it again and again.
 */
export async function takeWebhook({ db, webhook, log }: WebhookParts, sent: Sent): Promise<void> {
  const { body, signature, network, now } = sent
  if (!webhook.isSigned(body, signature)) {
    await countTry(db, bucketOf('webhook', network), WRONG, now)
    throw forbidden()
  }
  const told = jsonOf(body)
  if (webhook.actionOf(told) === null) {
    log.warn({ vendor: webhook.vendor, bytes: body.length }, 'a webhook of the vendor tells nothing that is known')
    return
  }
  const located = webhook.fixOf(told, now)
  if (located !== null && (await takeFix(db, located.vehicle, located.fix))) return
  await askSoon(db, webhook.vendor)
}

/** Takes in where a vehicle is; answers false for one that is not known, of which the vendor's list tells more. */
async function takeFix(db: Db, vehicle: number, fix: VehicleLocation): Promise<boolean> {
  const hasMoved = await moveVehicle(db, vehicle, fix)
  if (hasMoved) await noteMoves(db)
  return hasMoved !== null
}

/** Null for what is no JSON. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
