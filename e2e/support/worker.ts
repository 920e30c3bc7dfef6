import { test as base } from '@playwright/test'
import { type DutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { installedDevice, preparedDevice } from './device/prepared-device.ts'
import { type DeadDevice, deadDevice } from './files/dead-zone-reports.ts'
import { apiAs } from './server/api.ts'
import { type Account, type Server, startServer } from './server/server.ts'
import { startUnreliableProxy, type UnreliableProxy } from './server/unreliable-proxy.ts'

/** A driver to be changed, as the server had him when the test began. */
export interface Subject {
  readonly driver: Driver
  readonly name: string
  /** His status in words, and the one that he shall get. */
  readonly was: string
  readonly will: string
  readonly to: DutyStatus
}

export interface Yard {
  readonly server: Server
  readonly network: UnreliableProxy
  /** The next drivers of the demo company whom no test before has changed, as long as there are some. */
  readonly next: (count: number, isFit?: (driver: Driver) => boolean) => Promise<readonly Subject[]>
}
interface OfWorker {
  /** A server that lives for many tests, and the network before it. */
  readonly yard: Yard
  /** The profile of a tablet that a dispatcher has used. */
  readonly tabletProfile: string
  /** The profile of a device that an administrator has used. */
  readonly officeProfile: string
  /** The profile of a tablet that a fleet manager has used. */
  readonly managerProfile: string
  /** The profile of a device that has the app, and nobody is signed in. */
  readonly installedProfile: string
  /** Of a fleet manager and of an administrator, each with a report of another truck. */
  readonly deadDevices: readonly [DeadDevice, DeadDevice]
}

function subjectOf(driver: Driver): Subject {
  // One that begins at once: those with an end are asked for their dates.
  const to: DutyStatus = driver.current_status === 'detention__layover' ? 'on_the_road' : 'detention__layover'
  const was = dutyStatusOf(driver.current_status).title
  return { driver, name: fullName(driver.user), was, to, will: dutyStatusOf(to).title }
}

const OF_WORKER = { scope: 'worker', timeout: 120_000 } as const

/** A fixture: the profile of a device that somebody has used. To be copied. */
const usedBy =
  (account: Account) =>
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  async ({}, use: (profile: string) => Promise<void>) =>
    use(await preparedDevice(account))

/**
 * `test` with what is made when it is first asked for and then lives as long as its worker. All others extend this one:
 * Playwright starts a new worker for tests that have other things of a worker's.
 */
export const test = base.extend<object, OfWorker>({
  yard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = await startServer()
      const network = await startUnreliableProxy(server.port)
      // Nobody whom a journey hires: those have no plans, and stand where a journey leaves them.
      const company = new Set((await (await apiAs(server, 'dispatcher')).drivers()).map(({ id }) => id))
      let taken = 0
      const next = async (count: number, isFit = (_: Driver) => true) => {
        const api = await apiAs(server, 'dispatcher')
        const drivers = (await api.drivers()).filter(({ id }) => company.has(id)).sort((a, b) => a.id - b.id)
        const found: Driver[] = []
        for (let step = 0; step < drivers.length && found.length < count; step += 1) {
          const driver = drivers[taken % drivers.length]
          taken += 1
          if (driver && isFit(driver)) found.push(driver)
        }
        return found.map(subjectOf)
      }
      await use({ server, network, next })
      await network.close()
      await server.dispose()
    },
    OF_WORKER,
  ],
  tabletProfile: [usedBy('dispatcher'), OF_WORKER],
  officeProfile: [usedBy('admin'), OF_WORKER],
  managerProfile: [usedBy('manager'), OF_WORKER],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  installedProfile: [async ({}, use) => use(await installedDevice()), OF_WORKER],
  deadDevices: [
    async ({ managerProfile, officeProfile }, use) => {
      const first = await deadDevice('manager', { copyOf: managerProfile, truck: 0 })
      await use([first, await deadDevice('admin', { copyOf: officeProfile, truck: 1 })])
    },
    OF_WORKER,
  ],
})
