import * as z from 'zod/mini'
import type { VendorAddress } from '#server/providers/http-feed/vendor-call.ts'
import { providerSetting, vendorKey, vendorUrl, withoutSlash } from './vendor-settings.ts'

/** The vendor for the positions of trucks and trailers. */
export type TelematicsSettings =
  | { readonly provider: 'simulator' | 'off' }
  | {
      readonly provider: 'motive'
      readonly access: VendorAddress
      /** The secret that signs the vendor's webhook calls. Null when webhooks are off. */
      readonly webhookSecret: string | null
    }

/** The telematics settings, by their names in the environment. */
export const telematicsEnvironment = {
  TELEMATICS_PROVIDER: providerSetting('simulator', 'motive', 'off'),
  MOTIVE_BASE_URL: z._default(vendorUrl, 'https://api.gomotive.com'),
  MOTIVE_API_KEY: vendorKey,
  MOTIVE_WEBHOOK_SECRET: vendorKey,
}
const settings = z.object(telematicsEnvironment)
type TelematicsEnvironment = z.output<typeof settings>

/** The names of settings that the chosen vendor needs and that are not set. */
export function missingTelematicsSettings(set: TelematicsEnvironment): readonly string[] {
  return set.TELEMATICS_PROVIDER === 'motive' && set.MOTIVE_API_KEY === undefined ? ['MOTIVE_API_KEY'] : []
}

/** The settings in the form for `main`. Call it only when no setting is missing. */
export function telematicsSettings(set: TelematicsEnvironment): TelematicsSettings {
  if (set.TELEMATICS_PROVIDER !== 'motive') return { provider: set.TELEMATICS_PROVIDER }
  return {
    provider: 'motive',
    access: { baseUrl: withoutSlash(set.MOTIVE_BASE_URL), apiKey: set.MOTIVE_API_KEY ?? '' },
    webhookSecret: set.MOTIVE_WEBHOOK_SECRET ?? null,
  }
}
