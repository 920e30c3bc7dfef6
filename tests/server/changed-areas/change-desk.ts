import { randomUUID } from 'node:crypto'
import type { FileRef } from '#contract/files/files.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import type { Driver } from '#contract/people/drivers.ts'
import type { User } from '#contract/people/users.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { changedBy } from '#contract/wire/record.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { aPhonePhoto } from '#tests/support/browser/real-photo.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type ReceivedResponse, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver, type NewDriver, type NewUser } from '#tests/support/server/company.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'

/** The day and the time of all changes. */
export const TODAY = '2026-11-21'
/** The administrator's password. */
export const PASSWORD = 'the password of Ann Lee'
export const AT = '2026-11-21T15:00:00.000Z'

type AnyRecord = ReceivedResponse['body']

/** A server with an administrator, and helpers that create records and return them as the app sees them. */
export interface ChangeDesk {
  readonly site: TestApp
  readonly admin: Caller
  /** The administrator. */
  readonly ann: User
  /** A fleet manager, for reports. */
  readonly greg: User
  /** A record that the server has now, of the type that its path has. */
  readonly find: (path: string) => Promise<AnyRecord>
  readonly driver: (driver?: NewDriver) => Promise<Driver>
  readonly dispatcher: () => Promise<Dispatcher>
  readonly user: (user?: NewUser) => Promise<User>
  readonly unit: (kind: UnitKind, over?: object) => Promise<Unit>
  /** A report on the unit, without defects by default. */
  readonly report: (unit: Unit, over?: object) => Promise<Inspection>
  readonly photo: () => Promise<FileRef>
}

async function createdBy(admin: Caller, path: string, body: object): Promise<AnyRecord> {
  const { status, text, body: created } = await admin('POST', path, { body })
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`)
  return created
}

/** Opens such a server. Close its `site` after the tests. */
export async function openChangeDesk(): Promise<ChangeDesk> {
  const site = await testApp()
  const password_hash = await hashPassword(PASSWORD)
  const annId = await hire(site.db, { first_name: 'Ann', last_name: 'Lee', role: 'administrator', password_hash })
  const admin = await site.as(annId)
  const gregId = await hire(site.db, { first_name: 'Greg', last_name: 'Novak', role: 'fleet_manager' })
  const find = async (path: string): Promise<AnyRecord> => (await admin('GET', path)).body
  let numbers = 0
  const unitBody = (kind: UnitKind) => {
    numbers += 1
    return kind === 'truck' ? aTruck(`${1000 + numbers}`) : aTrailer({ client_id: randomUUID() })
  }
  return {
    ...{ site, admin, find },
    ann: await find(`/api/users/users/${annId}/`),
    greg: await find(`/api/users/users/${gregId}/`),
    driver: async (driver) => find(`/api/drivers/${await hireDriver(site.db, driver)}/`),
    dispatcher: async () => find(`/api/dispatchers/${await hireDispatcher(site.db)}/`),
    user: async (user) => find(`/api/users/users/${await hire(site.db, user)}/`),
    unit: (kind, over = {}) => createdBy(admin, `/api/${kind}s/`, { ...unitBody(kind), ...over }),
    report: (unit, over = {}) =>
      createdBy(admin, '/api/maintenance/inspections/', {
        ...{ fleet_manager: gregId, transport: unit.id, career: 'Joliet Truck Care', total_cost: 412.5 },
        ...{ service_type: 'pm_a', report_type: 'no_defect', ...over },
      }),
    photo: async () => ({ upload: await sendUpload(admin, await aPhonePhoto()) }),
  }
}

/** The administrator as the author of a change. */
export const author = ({ ann }: ChangeDesk) => changedBy.parse(ann)
