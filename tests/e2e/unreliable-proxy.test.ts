import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, startUnreliableProxy, type UnreliableProxy } from '#e2e/support/unreliable-proxy.ts'

let server: Server
let proxy: UnreliableProxy
let committed: string[] = []

beforeEach(async () => {
  committed = []
  server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (part) => {
      body += part
    })
    incoming.on('end', () => {
      if (incoming.method === 'PATCH') committed.push(body)
      outgoing.writeHead(200, { 'content-type': 'application/json', etag: '"2"' }).end(JSON.stringify({ got: body }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy = await startUnreliableProxy((server.address() as AddressInfo).port)
})
afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const read = (signal?: AbortSignal) => fetch(`${proxy.url}/api/drivers/?limit=1`, signal ? { signal } : {})
const change = () =>
  fetch(`${proxy.url}/api/drivers/1/`, { method: 'PATCH', body: 'vacation', headers: { 'Idempotency-Key': '"k1"' } })

describe('the unreliable network of the browser tests', () => {
  it('is as good as none while nothing is wrong', async () => {
    const answer = await change()
    expect(answer.headers.get('etag')).toBe('"2"')
    expect(await answer.json()).toEqual({ got: 'vacation' })
    expect(proxy.calls()).toEqual(['PATCH /api/drivers/1/'])
  })

  it('can be down, and up again', async () => {
    proxy.set('down')
    await expect(read()).rejects.toThrow()
    proxy.set('none')
    expect((await read()).ok).toBe(true)
  })

  it('can hang until it is said that it works again', async () => {
    proxy.set('hang')
    await expect(read(AbortSignal.timeout(100))).rejects.toThrow('timeout')
    const hung = read()
    const broken = expect(hung).rejects.toThrow()
    while (proxy.calls().length < 2) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    proxy.set('none')
    await broken
  })

  it('can lose the answer to a change that the server has made', async () => {
    proxy.set('cut_after_commit')
    await expect(change()).rejects.toThrow()
    expect(committed).toEqual(['vacation'])
    proxy.set('none')
    await change()
    expect(proxy.arrivals().get('"k1"')).toBe(2)
  })

  it('can trouble changes alone', async () => {
    proxy.set('error_500', changes)
    expect((await read()).status).toBe(200)
    expect((await change()).status).toBe(500)
    expect(committed).toEqual([])
  })

  it('can answer everything with the page of a captive portal', async () => {
    proxy.set('captive_portal')
    const answer = await read()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html'])
  })
})
