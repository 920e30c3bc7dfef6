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

const dispatch = (target: EventTarget | null, type: string) => target?.dispatchEvent(new Event(type))

/** A page that watches its workers, and a listener that counts the reports. */
async function watchedPage() {
  const workers = new FakeWorkers()
  const listener = vi.fn<() => void>()
  const stop = onWorkerChange(workers, listener)
  await workers.getRegistration()
  const { registration } = workers
  return { workers, registration, listener, stop }
}

test('reports a worker that changes its state and a worker that takes over the page', async () => {
  const { workers, registration, listener } = await watchedPage()
  dispatch(registration.active, 'statechange')
  dispatch(workers, 'controllerchange')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('reports and watches a worker that is found later', async () => {
  const { registration, listener } = await watchedPage()
  registration.installing = new EventTarget()
  dispatch(registration, 'updatefound')
  expect(listener).toHaveBeenCalledTimes(1)
  dispatch(registration.installing, 'statechange')
  expect(listener).toHaveBeenCalledTimes(2)
  dispatch(registration.active, 'statechange')
  expect(listener).toHaveBeenCalledTimes(3)
})

test('reports nothing after the page stops watching, nor where service workers are unavailable', async () => {
  const { workers, registration, listener, stop } = await watchedPage()
  stop()
  dispatch(registration.active, 'statechange')
  dispatch(registration, 'updatefound')
  dispatch(workers, 'controllerchange')
  const refusing = Object.assign(new EventTarget(), { getRegistration: () => Promise.reject(new Error('refused')) })
  onWorkerChange(refusing, listener)()
  onWorkerChange(undefined, listener)()
  expect(listener).not.toHaveBeenCalled()
})
