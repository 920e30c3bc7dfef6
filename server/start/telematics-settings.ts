import * as z from 'zod/mini'
import type { VendorAddress } from '#server/providers/http-feed/vendor-call.ts'
import { provider, vendorKey, vendorUrl, withoutSlash } from './vendor-settings.ts'

/** From whom it comes where trucks and trailers are. */
export type TelematicsSettings =
  | { readonly provider: 'simulator' | 'off' }
  | {
      readonly provider: 'motive'
      readonly access: VendorAddress
      /** What it signs with when it tells by itself; null when it is not to. */
      readonly webhookSecret: string | null
    }

/** The settings of telematics, as the environment names them. */
export const telematicsEnvironment = {
  TELEMATICS_PROVIDER: provider('simulator', 'motive', 'off'),
  MOTIVE_BASE_URL: z._default(vendorUrl, 'https://api.gomotive.com'),
  MOTIVE_API_KEY: vendorKey,
  MOTIVE_WEBHOOK_SECRET: vendorKey,
}
const settings = z.object(telematicsEnvironment)
type TelematicsEnvironment = z.output<typeof settings>

/** What the vendor needs and was not given, by the names of the settings; empty when nothing is missing. */
export function missingTelematicsSettings(set: TelematicsEnvironment): readonly string[] {
  return set.TELEMATICS_PROVIDER === 'motive' && set.MOTIVE_API_KEY === undefined ? ['MOTIVE_API_KEY'] : []
}

/** The settings as `main` needs them; nothing is missing any more. */
export function telematicsSettings(set: TelematicsEnvironment): TelematicsSettings {
  if (set.TELEMATICS_PROVIDER !== 'motive') return { provider: set.TELEMATICS_PROVIDER }
  return {
    provider: 'motive',
    access: { baseUrl: withoutSlash(set.MOTIVE_BASE_URL), apiKey: set.MOTIVE_API_KEY ?? '' },
    webhookSecret: set.MOTIVE_WEBHOOK_SECRET ?? null,
  }
}
