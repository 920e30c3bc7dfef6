import { expect, test, vi } from 'vitest'
import { onWorkerChange, type Workers } from '#src/app/diagnostics/worker-changes.ts'

class FakeRegistration extends EventTarget {
  installing: EventTarget | null = null
  readonly waiting = null
  readonly active = new EventTarget()
}
class FakeWorkers extends EventTarget implements Workers {
  readonly registration = new FakeRegistration()
  readonly getRegistration = () => Promise.resolve(this.registration)
}

const say = (target: EventTarget | null, type: string) => target?.dispatchEvent(new Event(type))

/** A page that watches its workers, and how often it was told. */
async function watched() {
  const workers = new FakeWorkers()
  const told = vi.fn<() => void>()
  const stop = onWorkerChange(workers, told)
  await workers.getRegistration()
  const { registration } = workers
  return { workers, registration, told, stop }
}

test('a worker that goes on to its next state, and one that takes over the page, are told', async () => {
  const { workers, registration, told } = await watched()
  say(registration.active, 'statechange')
  say(workers, 'controllerchange')
  expect(told).toHaveBeenCalledTimes(2)
})

test('a worker that comes later is told and watched too', async () => {
  const { registration, told } = await watched()
  registration.installing = new EventTarget()
  say(registration, 'updatefound')
  expect(told).toHaveBeenCalledTimes(1)
  say(registration.installing, 'statechange')
  expect(told).toHaveBeenCalledTimes(2)
  say(registration.active, 'statechange')
  expect(told).toHaveBeenCalledTimes(3)
})

test('nothing is told to a page that has stopped to watch, nor where workers are refused', async () => {
  const { workers, registration, told, stop } = await watched()
  stop()
  say(registration.active, 'statechange')
  say(registration, 'updatefound')
  say(workers, 'controllerchange')
  const refusing = Object.assign(new EventTarget(), { getRegistration: () => Promise.reject(new Error('refused')) })
  onWorkerChange(refusing, told)()
  onWorkerChange(undefined, told)()
  expect(told).not.toHaveBeenCalled()
})
