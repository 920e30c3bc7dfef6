import { randomBytes } from 'node:crypto'
import { fullName } from '#contract/wire/people.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { ACCOUNTS } from '#e2e/support/server/server.ts'
import { aReport, aShopTruck, DEFECT_REPORT } from './inspections.ts'

const LISTS = [
  ...['drivers', 'dispatchers', 'trucks', 'trailers', 'users/users', 'maintenance/inspections', 'schedule'],
  ...['bestpass/vehicles', 'pilot_flying_j/drivers'],
]
/** Fields that identify people and units. Their values are confidential in any file. */
const NAMES = new Set([
  ...['email', 'phone', 'fleet_manager_name', 'fleet_manager_email', 'fleet_manager_phone', 'driver_full_name'],
  ...['settled_by', 'reviewed_by', 'vin', 'licence_plate', 'transponder_id', 'Plate', 'TransponderId'],
])
/** Fields with free text. Only longer texts are searched for: a few letters can occur anywhere by chance. */
const TEXTS = new Set(['title', 'description', 'note', 'text', 'settled_note', 'formatted_address', 'name'])
const [SHORTEST_NAME, SHORTEST_TEXT] = [7, 14]

/** An email address that was typed at a sign-in, which the browser itself may store. */
const isAccount = (value: string) => Object.values<string>(ACCOUNTS).includes(value)
const isSearchable = (value: string, name: string) =>
  (NAMES.has(name) && value.length >= SHORTEST_NAME && !isAccount(value)) ||
  (TEXTS.has(name) && value.length >= SHORTEST_TEXT)

function collect(found: Set<string>, value: unknown, name = ''): void {
  if (typeof value === 'string' && isSearchable(value, name)) found.add(value)
  if (typeof value !== 'object' || value === null) return
  const { first_name, last_name } = value as { readonly first_name?: unknown; readonly last_name?: unknown }
  if (typeof first_name === 'string' && typeof last_name === 'string') found.add(fullName({ first_name, last_name }))
  for (const [key, one] of Object.entries(value)) collect(found, one, Array.isArray(value) ? name : key)
}

/** A text that occurs nowhere else. */
export const uniqueText = (about: string): string => `${about} ${randomBytes(6).toString('hex')}`

const DEFECTS = 20

/** Adds a fleet manager's reports on a new truck with at least `texts` unique texts in total. */
export async function addReports(admin: Api, manager: Api, texts: number): Promise<void> {
  const truck = await aShopTruck(admin)
  for (let made = 0; made < texts; made += DEFECTS) {
    const defects = Array.from({ length: DEFECTS }, () => ({
      ...DEFECT_REPORT.defects[0],
      description: uniqueText('Torn flap'),
    }))
    await aReport(manager, truck, { ...DEFECT_REPORT, defects })
  }
}

/** Names, addresses, numbers and notes of the company, as the server returns them to an administrator. */
export async function companyValues(admin: Api): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const list of LISTS) collect(found, await admin.get(`/api/${list}/?limit=1000`))
  return [...found]
}
