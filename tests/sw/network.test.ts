import { describe, expect, it } from 'vitest'
import { createNetwork } from '#sw/network.ts'

const LIST = 'https://fleet.example.com/api/drivers/'

/** A network that never responds. A request on it ends only when it is aborted; `ask` then returns the error's name. */
function aHangingNetwork() {
  const network = createNetwork(
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  const ask = (request = new Request(LIST)) => network.fetch(request).catch((error: unknown) => (error as Error).name)
  return { ...network, ask }
}

describe('the worker’s network requests', () => {
  it('are all aborted when a new version takes over', async () => {
    const { ask, abortAll } = aHangingNetwork()
    const asked = [ask(), ask()]
    abortAll()
    expect(await Promise.all(asked)).toEqual(['AbortError', 'AbortError'])
  })

  it('work again afterward, in case the new version does not come', async () => {
    const { ask, abortAll } = aHangingNetwork()
    abortAll()
    const later = ask()
    expect(await Promise.race([later, 'on its way'])).toBe('on its way')
    abortAll()
    expect(await later).toBe('AbortError')
  })

  it('are aborted when the page aborts them', async () => {
    const { ask } = aHangingNetwork()
    const page = new AbortController()
    const asked = ask(new Request(LIST, { signal: page.signal }))
    page.abort()
    expect(await asked).toBe('AbortError')
  })
})
