import { AREAS } from '#contract/wire/access.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'
import {
  COMPANY_PASSWORD,
  type CompanyChangeName,
  type Draw,
  drawChange,
  findCompanyIds,
} from '#tests/support/sync/company-changes.ts'

/** A company whose lists all have rows, and changes to it. */
export interface SyncedCompany {
  readonly site: TestApp
  /** The calls of an administrator, who makes the changes, and the administrator's id. */
  readonly admin: Caller
  readonly boss: number
  /** Moves the server's clock on, as between two requests. */
  readonly tick: () => void
  /** Makes a change. Returns the server's response if it accepted the change; otherwise null. */
  readonly make: (
    name: CompanyChangeName,
    draw: Draw,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Awaited<ReturnType<Caller>> | null>
}

export async function syncedCompany(): Promise<SyncedCompany> {
  const site = await testApp()
  const boss = await hire(site.db, { role: 'administrator', password_hash: await hashPassword(COMPANY_PASSWORD) })
  const admin = await site.as(boss)
  for (let at = 0; at < 3; at += 1) await hireDispatcher(site.db)
  for (let at = 0; at < 5; at += 1) await hireDriver(site.db)
  for (let at = 0; at < 2; at += 1) await hire(site.db, { role: 'fleet_manager', view: AREAS, edit: AREAS })
  for (let at = 0; at < 5; at += 1) await admin('POST', '/api/trucks/', { body: aTruck(`10${at}`) })
  for (let at = 0; at < 4; at += 1) await admin('POST', '/api/trailers/', { body: aTrailer({ id: `TL-${at}` }) })
  await site.db.query(
    'test.photos',
    `update users set photo = '/api/files/' || gen_random_uuid() || '/photo.jpg' where id % 2 = 0`,
  )
  const tick = () => {
    site.clock.now = new Date(site.clock.now.getTime() + 10)
  }
  const make: SyncedCompany['make'] = async (name, draw, headers = {}) => {
    const change = drawChange(name, await findCompanyIds(site.db), draw)
    if (change === null) return null
    const { method, path, body } = change
    tick()
    const response = await admin(method, path, { body, headers })
    if (response.status >= 500) throw new Error(`${name}: ${response.status}`)
    return response.status < 300 ? response : null
  }
  return { site, admin, boss, tick, make }
}
