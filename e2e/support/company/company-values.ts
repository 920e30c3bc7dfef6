import { randomBytes } from 'node:crypto'
import { fullName } from '#contract/wire/people.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { ACCOUNTS } from '#e2e/support/server/server.ts'
import { aReport, aShopTruck, FAULTY } from './inspections.ts'

const LISTS = [
  ...['drivers', 'dispatchers', 'trucks', 'trailers', 'users/users', 'maintenance/inspections', 'schedule'],
  ...['bestpass/vehicles', 'pilot_flying_j/drivers'],
]
/** What names people and units: it says something wherever it stands. */
const NAMES = new Set([
  ...['email', 'phone', 'fleet_manager_name', 'fleet_manager_email', 'fleet_manager_phone', 'driver_full_name'],
  ...['settled_by', 'reviewed_by', 'vin', 'licence_plate', 'transponder_id', 'Plate', 'TransponderId'],
])
/** What was written of them. A few letters may stand anywhere. */
const TEXTS = new Set(['title', 'description', 'note', 'text', 'settled_note', 'formatted_address', 'name'])
const [SHORTEST_NAME, SHORTEST_TEXT] = [7, 14]

/** What was typed to sign in is the browser's own matter. */
const isAccount = (value: string) => Object.values<string>(ACCOUNTS).includes(value)
const isTelling = (value: string, name: string) =>
  (NAMES.has(name) && value.length >= SHORTEST_NAME && !isAccount(value)) ||
  (TEXTS.has(name) && value.length >= SHORTEST_TEXT)

function collect(found: Set<string>, value: unknown, name = ''): void {
  if (typeof value === 'string' && isTelling(value, name)) found.add(value)
  if (typeof value !== 'object' || value === null) return
  const { first_name, last_name } = value as { readonly first_name?: unknown; readonly last_name?: unknown }
  if (typeof first_name === 'string' && typeof last_name === 'string') found.add(fullName({ first_name, last_name }))
  for (const [key, one] of Object.entries(value)) collect(found, one, Array.isArray(value) ? name : key)
}

/** A text that stands nowhere else. */
export const aText = (about: string): string => `${about} ${randomBytes(6).toString('hex')}`

const DEFECTS = 20

/** Reports of a fleet manager on a new truck, with so many texts in all that stand nowhere else. */
export async function writtenReports(admin: Api, manager: Api, texts: number): Promise<void> {
  const truck = await aShopTruck(admin)
  for (let made = 0; made < texts; made += DEFECTS) {
    const defects = Array.from({ length: DEFECTS }, () => ({ ...FAULTY.defects[0], description: aText('Torn flap') }))
    await aReport(manager, truck, { ...FAULTY, defects })
  }
}

/** Values of the company that its server gives an administrator: names, addresses, numbers, notes. */
export async function companyValues(admin: Api): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const list of LISTS) collect(found, await admin.get(`/api/${list}/?limit=1000`))
  return [...found]
}
