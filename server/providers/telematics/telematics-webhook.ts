import type { VehicleLocation } from '#contract/boards/telematics.ts'

/** How that is read which a vendor tells by itself, as soon as it happens. */
export interface TelematicsWebhook {
  /** As the source of the same vendor has it. */
  readonly vendor: string
  /** Whether the vendor sent these bytes; `signature` as it came beside them. */
  isSigned(body: Uint8Array, signature: string | undefined): boolean
  /** What has happened, in the vendor's word; null when the body tells nothing. */
  actionOf(body: unknown): string | null
  /** Which vehicle is where, by the vendor's number; null when the body tells of something else. */
  fixOf(body: unknown, now: Date): { readonly vehicle: number; readonly fix: VehicleLocation } | null
}
