import { describe, expect, it } from 'vitest'
import { createNetwork } from '#sw/network.ts'

const LIST = 'https://fleet.example.com/api/drivers/'

/** A network on which nothing is ever answered; it notes what was given up. */
function aHangingNetwork() {
  const network = createNetwork(
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  const ask = (request = new Request(LIST)) => network.fetch(request).catch((error: unknown) => (error as Error).name)
  return { ...network, ask }
}

describe('what the worker asks of the network', () => {
  it('is broken off all at once when a new version is to take over', async () => {
    const { ask, abortAll } = aHangingNetwork()
    const asked = [ask(), ask()]
    abortAll()
    expect(await Promise.all(asked)).toEqual(['AbortError', 'AbortError'])
  })

  it('is asked anew after that, should the new version not come', async () => {
    const { ask, abortAll } = aHangingNetwork()
    abortAll()
    const later = ask()
    expect(await Promise.race([later, 'on its way'])).toBe('on its way')
    abortAll()
    expect(await later).toBe('AbortError')
  })

  it('is given up when the page gives it up', async () => {
    const { ask } = aHangingNetwork()
    const page = new AbortController()
    const asked = ask(new Request(LIST, { signal: page.signal }))
    page.abort()
    expect(await asked).toBe('AbortError')
  })
})
