import * as z from 'zod/mini'
import {
  type FuelFields,
  fuelFields,
  type TollFields,
  tollFields,
  type VendorAccess,
  type VendorCall,
  vendorCall,
} from '#server/providers/http-feed/vendor-call.ts'
import { providerSetting, vendorKey, vendorUrl, withoutSlash } from './vendor-settings.ts'

interface NoVendor {
  readonly provider: 'simulator' | 'off'
}
interface Vendor<Name extends string, Fields> {
  readonly provider: Name
  readonly access: VendorAccess
  readonly fields: Fields
}

/** The vendors for tolls and fuel. */
export interface FeedSettings {
  readonly tolls: NoVendor | Vendor<'bestpass', TollFields>
  readonly fuel: NoVendor | Vendor<'pilot', FuelFields>
}

const address = z.optional(vendorUrl)
const account = z.optional(z.string().check(z.maxLength(100, 'must have at most 100 characters')))
const headerName = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header'))
const word = z._default(z.string().check(z.regex(/^[\w=-]{1,40}$/, 'must be a word like Bearer')), '')

/** The error text for an invalid value inside JSON, with its path if known. */
function faultIn(error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') return `has the unknown name "${issue.keys[0]}"`
  return `has something wrong at "${issue?.path.join('.') ?? ''}"`
}

const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z._default(z.string(), '{}'),
    z.transform((text: string, context): z.output<S> => {
      const refuse = (message: string) => {
        context.issues.push({ code: 'custom', message, input: text })
        return z.NEVER
      }
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        return refuse('must be JSON like {"key":"transactionId"}')
      }
      const parsed = schema.safeParse(value)
      return parsed.success ? parsed.data : refuse(faultIn(parsed.error))
    }),
  )

/** The vendors' settings, by their names in the environment. */
export const feedEnvironment = {
  TOLLS_PROVIDER: providerSetting('simulator', 'bestpass', 'off'),
  BESTPASS_BASE_URL: address,
  BESTPASS_API_KEY: vendorKey,
  BESTPASS_ACCOUNT: account,
  BESTPASS_AUTH_HEADER: z._default(headerName, 'Authorization'),
  BESTPASS_AUTH_PREFIX: word,
  BESTPASS_DATE_BASIS: z._default(
    z.enum(['exitDate', 'tollPostDate'], 'must be one of exitDate, tollPostDate'),
    'exitDate',
  ),
  BESTPASS_CALL: json(vendorCall),
  BESTPASS_FIELDS: json(tollFields),
  FUEL_PROVIDER: providerSetting('simulator', 'pilot', 'off'),
  PILOT_BASE_URL: address,
  PILOT_API_KEY: vendorKey,
  PILOT_ACCOUNT: account,
  PILOT_AUTH_HEADER: z._default(headerName, 'Authorization'),
  PILOT_AUTH_PREFIX: word,
  PILOT_CALL: json(vendorCall),
  PILOT_FIELDS: json(fuelFields),
}
const settings = z.object(feedEnvironment)
type FeedEnvironment = z.output<typeof settings>

/** The names of settings that the chosen vendors need and that are not set. */
export function missingFeedSettings(set: FeedEnvironment): readonly string[] {
  const needed = [
    ...(set.TOLLS_PROVIDER === 'bestpass' ? (['BESTPASS_BASE_URL', 'BESTPASS_API_KEY'] as const) : []),
    ...(set.FUEL_PROVIDER === 'pilot' ? (['PILOT_BASE_URL', 'PILOT_API_KEY'] as const) : []),
  ]
  return needed.filter((name) => set[name] === undefined)
}

interface VendorOptions {
  readonly url: string | undefined
  readonly apiKey: string | undefined
  readonly header: string
  readonly word: string
  readonly call: VendorCall
  readonly account: string | undefined
  readonly basis?: string
}

function accessOf({ url = '', apiKey = '', header, word, call, account, basis }: VendorOptions): VendorAccess {
  const query = {
    ...(account === undefined ? {} : { [call.account]: account }),
    ...(basis === undefined ? {} : { [call.basis]: basis }),
    ...call.query,
  }
  const prefix = word === '' ? '' : `${word} `
  return { baseUrl: withoutSlash(url), apiKey, header, prefix, call: { ...call, query } }
}

/** The settings in the form for `main`. Call it only when no setting is missing. */
export function feedSettings(set: FeedEnvironment): FeedSettings {
  return {
    tolls:
      set.TOLLS_PROVIDER !== 'bestpass'
        ? { provider: set.TOLLS_PROVIDER }
        : {
            provider: 'bestpass',
            fields: set.BESTPASS_FIELDS,
            access: accessOf({
              url: set.BESTPASS_BASE_URL,
              apiKey: set.BESTPASS_API_KEY,
              header: set.BESTPASS_AUTH_HEADER,
              word: set.BESTPASS_AUTH_PREFIX,
              call: set.BESTPASS_CALL,
              account: set.BESTPASS_ACCOUNT,
              basis: set.BESTPASS_DATE_BASIS,
            }),
          },
    fuel:
      set.FUEL_PROVIDER !== 'pilot'
        ? { provider: set.FUEL_PROVIDER }
        : {
            provider: 'pilot',
            fields: set.PILOT_FIELDS,
            access: accessOf({
              url: set.PILOT_BASE_URL,
              apiKey: set.PILOT_API_KEY,
              header: set.PILOT_AUTH_HEADER,
              word: set.PILOT_AUTH_PREFIX,
              call: set.PILOT_CALL,
              account: set.PILOT_ACCOUNT,
            }),
          },
  }
}
