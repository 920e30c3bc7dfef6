import type { VehicleLocation } from '#contract/boards/telematics.ts'

/** Reads the webhooks that a vendor sends as events happen. */
export interface TelematicsWebhook {
  /** The same name as in the vendor's `TelematicsSource`. */
  readonly vendor: string
  /** Whether the vendor sent these bytes. `signature` is the one sent with them. */
  isSigned(body: Uint8Array, signature: string | undefined): boolean
  /** The vendor's name of the event; null when the body contains none. */
  actionOf(body: unknown): string | null
  /** The vehicle, by the vendor's id, and its position; null when the body describes another event. */
  fixOf(body: unknown, now: Date): { readonly vehicle: number; readonly fix: VehicleLocation } | null
}
