import { test as base } from '@playwright/test'
import { type DutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { installedDevice, preparedDevice } from './device/prepared-device.ts'
import { type DeadDevice, deadDevice } from './files/dead-zone-reports.ts'
import { apiAs } from './server/api.ts'
import { type Account, type Server, startServer } from './server/server.ts'
import { startUnreliableProxy, type UnreliableProxy } from './server/unreliable-proxy.ts'

/** A driver that the test changes, as stored on the server when the test began. */
export interface Subject {
  readonly driver: Driver
  readonly name: string
  /** The title of the driver's status when the test began. */
  readonly oldTitle: string
  /** The title of `newStatus`, the status that the test sets. */
  readonly newTitle: string
  readonly newStatus: DutyStatus
}

export interface Yard {
  readonly server: Server
  readonly network: UnreliableProxy
  /**
   * The next `count` drivers of the demo company that pass `isFit`. Starts over when all of them were used; until then
   * no earlier test has changed a returned driver.
   */
  readonly next: (count: number, isFit?: (driver: Driver) => boolean) => Promise<readonly Subject[]>
}
interface WorkerFixtures {
  /** A server that many tests share, and the network in front of it. */
  readonly yard: Yard
  /** The profile of a tablet that a dispatcher used. */
  readonly tabletProfile: string
  /** The profile of a device that an administrator used. */
  readonly officeProfile: string
  /** The profile of a tablet that a fleet manager used. */
  readonly managerProfile: string
  /** The profile of a device that has the app but no signed-in user. */
  readonly installedProfile: string
  /** The dead devices of a fleet manager and of an administrator. Their reports are about different trucks. */
  readonly deadDevices: readonly [DeadDevice, DeadDevice]
}

function subjectOf(driver: Driver): Subject {
  // Statuses that take effect immediately: the app asks for the dates of the others.
  const newStatus: DutyStatus = driver.current_status === 'detention__layover' ? 'on_the_road' : 'detention__layover'
  const oldTitle = dutyStatusOf(driver.current_status).title
  return { driver, name: fullName(driver.user), oldTitle, newStatus, newTitle: dutyStatusOf(newStatus).title }
}

const WORKER_SCOPE = { scope: 'worker', timeout: 120_000 } as const

/** A fixture: the profile of a device that the account used. Tests start browsers on copies of it. */
const usedDeviceProfile =
  (account: Account) =>
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  async ({}, use: (profile: string) => Promise<void>) =>
    use(await preparedDevice(account))

/**
 * `test` with the worker's fixtures, created on first use. Every other `test` extends this one: Playwright starts a new
 * worker for tests with different worker fixtures.
 */
export const test = base.extend<object, WorkerFixtures>({
  yard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = await startServer()
      const network = await startUnreliableProxy(server.port)
      // Excludes drivers that journeys add: they have no planned days, and their state depends on the journey.
      const demoDriverIds = new Set((await (await apiAs(server, 'dispatcher')).drivers()).map(({ id }) => id))
      let position = 0
      const next = async (count: number, isFit = (_: Driver) => true) => {
        const api = await apiAs(server, 'dispatcher')
        const drivers = (await api.drivers()).filter(({ id }) => demoDriverIds.has(id)).sort((a, b) => a.id - b.id)
        const subjects: Driver[] = []
        for (let step = 0; step < drivers.length && subjects.length < count; step += 1) {
          const driver = drivers[position % drivers.length]
          position += 1
          if (driver && isFit(driver)) subjects.push(driver)
        }
        return subjects.map(subjectOf)
      }
      await use({ server, network, next })
      await network.close()
      await server.dispose()
    },
    WORKER_SCOPE,
  ],
  tabletProfile: [usedDeviceProfile('dispatcher'), WORKER_SCOPE],
  officeProfile: [usedDeviceProfile('admin'), WORKER_SCOPE],
  managerProfile: [usedDeviceProfile('manager'), WORKER_SCOPE],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  installedProfile: [async ({}, use) => use(await installedDevice()), WORKER_SCOPE],
  deadDevices: [
    async ({ managerProfile, officeProfile }, use) => {
      const first = await deadDevice('manager', { copyOf: managerProfile, truck: 0 })
      await use([first, await deadDevice('admin', { copyOf: officeProfile, truck: 1 })])
    },
    WORKER_SCOPE,
  ],
})
