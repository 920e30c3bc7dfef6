import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let isDone: boolean
let installed: typeof import('#src/app/install/worker-installed.ts')

/** A worker that the browser installs; `turns` changes its state. */
function aWorker() {
  const worker = Object.assign(new EventTarget(), { state: 'installing' })
  const turns = async (state: string) => {
    worker.state = state
    worker.dispatchEvent(new Event('statechange'))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { worker, turns }
}
const registration = (of: object) => ({ active: null, installing: null, ...of }) as unknown as ServiceWorkerRegistration

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  installed = await import('#src/app/install/worker-installed.ts')
  isDone = false
  void installed.workerInstalled().then(() => {
    isDone = true
  })
})
afterEach(() => vi.useRealTimers())

it('data ahead waits until the first worker is active', async () => {
  const { worker, turns } = aWorker()
  installed.followInstallation(registration({ installing: worker }))
  await turns('installed')
  expect(isDone).toBe(false)
  await turns('activated')
  expect(isDone).toBe(true)
})

it('data ahead does not wait for a worker that could not be installed', async () => {
  const { worker, turns } = aWorker()
  installed.followInstallation(registration({ installing: worker }))
  await turns('redundant')
  expect(isDone).toBe(true)
})

it('nothing waits on a device that has a worker, or can have none', async () => {
  installed.followInstallation(registration({ active: aWorker().worker, installing: aWorker().worker }))
  await vi.advanceTimersByTimeAsync(0)
  expect(isDone).toBe(true)
})

it('an installation that hangs holds nothing back for longer than half a minute', async () => {
  installed.followInstallation(registration({ installing: aWorker().worker }))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isDone).toBe(true)
})
