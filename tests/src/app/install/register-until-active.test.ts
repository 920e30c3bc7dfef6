import { expect, test } from 'vitest'
import { type FirstRegistration, registerUntilActive } from '#src/app/install/register-until-active.ts'

/** A worker whose files are being fetched until the test ends that. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  become(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

type Attempt = (FirstRegistration & { readonly name: string }) | Error

/** Runs attempts that end as given. `pauses`: the pause after each failed one, in milliseconds. */
function browser(attempts: readonly (Attempt | (() => Promise<Attempt>))[]) {
  const left = [...attempts]
  const pauses: number[] = []
  const seen: string[] = []
  let failures = 0
  const registered = registerUntilActive({
    async register() {
      const next = left.shift()
      const attempt = typeof next === 'function' ? await next() : next
      if (attempt === undefined) throw new Error('no more attempts are expected')
      if (attempt instanceof Error) throw attempt
      return attempt
    },
    async pause(milliseconds) {
      pauses.push(milliseconds)
    },
    onRegistered: ({ name }) => seen.push(name),
    onFailed() {
      failures += 1
    },
  })
  return { registered, pauses, seen, left, failures: () => failures }
}

const active = { name: 'active', active: {}, waiting: null, installing: null }
const noNetwork = new TypeError('Failed to register: the script could not be fetched')

test('a worker that is active already is not registered again', async () => {
  const { registered, pauses } = browser([active])
  expect(await registered).toBe(active)
  expect(pauses).toEqual([])
})

test('a registration that the network refused is repeated, with longer and longer pauses of at most five minutes', async () => {
  const { registered, pauses, failures } = browser([...Array.from({ length: 9 }, () => noNetwork), active])
  expect(await registered).toBe(active)
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1000))
  expect(failures()).toBe(9)
})

test('a worker whose files could not all be fetched is registered again: the browser has forgotten it', async () => {
  const first = new FakeWorker()
  const second = new FakeWorker()
  const { registered, seen, failures } = browser([
    { name: 'first', active: null, waiting: null, installing: first },
    { name: 'second', active: null, waiting: null, installing: second },
  ])
  first.become('redundant')
  await expect.poll(() => seen).toEqual(['first', 'second'])
  second.become('installed')
  second.become('activated')
  expect(await registered).toMatchObject({ name: 'second' })
  expect(failures()).toBe(1)
})

test('a browser that refuses workers is not asked again', async () => {
  const refusal = new DOMException('The operation is insecure.', 'SecurityError')
  const { registered, pauses, left } = browser([refusal, active])
  expect(await registered).toBeNull()
  expect([pauses, left]).toEqual([[], [active]])
})
