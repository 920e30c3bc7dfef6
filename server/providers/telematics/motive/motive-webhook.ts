import { createHmac, timingSafeEqual } from 'node:crypto'
import type { VehicleLocation } from '#contract/boards/telematics.ts'
import { valueAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { TelematicsWebhook } from '#server/providers/telematics/telematics-webhook.ts'
import { vehicleFixOf } from './motive-fix.ts'
import { idAt } from './motive-record.ts'

const SHA1_HEX = /^[0-9a-f]{40}$/i
const MAX_ACTION = 100

/**
 * Whether Motive sent this body. The header `X-KT-Webhook-Signature` is the hex HMAC-SHA1 of the received bytes with
 * the shared secret. Without a secret the answer is false.
 */
export function isSignedBy(secret: string, rawBody: Uint8Array, signature: string | undefined): boolean {
  if (secret === '' || signature === undefined || !SHA1_HEX.test(signature)) return false
  const expected = createHmac('sha1', secret).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

/**
 * The event of a webhook: `vehicle_location_updated`, `fault_code_closed`, or `test`, which Motive sends during setup
 * and which must be answered with 200. Null when the body contains none.
 */
export function actionOf(body: unknown): string | null {
  const action = Array.isArray(body) ? body[0] : valueAt(body, 'action')
  return typeof action === 'string' && action !== '' && action.length <= MAX_ACTION ? action : null
}

/** Possible paths of the location. In Motive's documentation the body itself is the location. */
const PLACES = ['', 'current_location', 'location', 'vehicle_location', 'vehicle.current_location'] as const

/**
 * The vehicle (by the vendor's id) and position of a `vehicle_location_updated`; null for other or incomplete bodies.
 */
export function webhookFix(
  body: unknown,
  now: Date,
): { readonly vehicle: number; readonly fix: VehicleLocation } | null {
  if (actionOf(body) !== 'vehicle_location_updated') return null
  // The body's own `id` is the id of the location.
  const vehicle = idAt(body, 'vehicle_id') ?? idAt(body, 'vehicle.id')
  const fix = PLACES.map((place) => vehicleFixOf(valueAt(body, place), now)).find((one) => one !== null)
  return vehicle === null || fix === undefined ? null : { vehicle, fix }
}

/** Reader for Motive's webhooks, which are signed with this secret. */
export const motiveWebhook = (secret: string): TelematicsWebhook => ({
  vendor: 'motive',
  isSigned: (body, signature) => isSignedBy(secret, body, signature),
  actionOf,
  fixOf: webhookFix,
})
