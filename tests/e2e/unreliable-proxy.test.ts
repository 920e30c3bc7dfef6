import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isChange, startUnreliableProxy, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { eventually } from '#tests/support/eventually.ts'

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
      if (incoming.url === '/api/events/') {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
        return
      }
      if (incoming.url === '/api/refused/') return void outgoing.writeHead(401).end('refused')
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
const change = (more: Readonly<Record<string, string>> = {}) =>
  fetch(`${proxy.url}/api/drivers/1/`, {
    method: 'PATCH',
    body: 'vacation',
    headers: { 'Idempotency-Key': '"k1"', ...more },
  })

describe('the unreliable proxy of the journeys', () => {
  it('passes requests and responses on unchanged while no trouble is set', async () => {
    const answer = await change()
    expect(answer.headers.get('etag')).toBe('"2"')
    expect(await answer.json()).toEqual({ got: 'vacation' })
    expect(proxy.calls()).toEqual(['PATCH /api/drivers/1/'])
  })

  it('can be down and then up again', async () => {
    proxy.set('down')
    await expect(read()).rejects.toThrow()
    proxy.set('none')
    expect((await read()).ok).toBe(true)
  })

  it('can rewrite a response, but never turns a refusal into a success', async () => {
    proxy.rewrite('/api/drivers/', (text) => text.replace('got', 'given'))
    proxy.rewrite('/api/refused/', () => 'welcome')
    expect(await (await fetch(`${proxy.url}/api/drivers/`)).json()).toEqual({ given: '' })
    const refusal = await fetch(`${proxy.url}/api/refused/`)
    expect([refusal.status, await refusal.text()]).toEqual([401, 'refused'])
  })

  it('can hang until it is set to work again', async () => {
    proxy.set('hang')
    await expect(read(AbortSignal.timeout(100))).rejects.toThrow('timeout')
    const hung = read()
    const broken = expect(hung).rejects.toThrow()
    while (proxy.calls().length < 2) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    proxy.set('none')
    await broken
  })

  it('can lose the response to a change that the server committed', async () => {
    proxy.set('cut_after_commit')
    await expect(change()).rejects.toThrow()
    expect(committed).toEqual(['vacation'])
    proxy.set('none')
    await change()
    expect(proxy.arrivals().get('"k1"')).toBe(2)
  })

  it('can disturb changes only', async () => {
    proxy.set('error_500', isChange)
    expect((await read()).status).toBe(200)
    expect((await change()).status).toBe(500)
    expect(committed).toEqual([])
  })

  it('can answer everything with a captive portal’s page', async () => {
    proxy.set('captive_portal')
    const answer = await read()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html'])
  })

  it('can hold the response to a committed change and deliver it later', async () => {
    proxy.set('hold_answer')
    const answer = change()
    await eventually(() => expect(proxy.heldResponseCount()).toBe(1))
    expect(committed).toEqual(['vacation'])
    expect(proxy.deliverHeldResponses()).toBe(1)
    expect(await (await answer).json()).toEqual({ got: 'vacation' })
  })

  it('loses held responses when another state is set', async () => {
    proxy.set('hold_answer')
    const answer = expect(change()).rejects.toThrow()
    await eventually(() => expect(proxy.heldResponseCount()).toBe(1))
    proxy.set('none')
    await answer
    expect(proxy.heldResponseCount()).toBe(0)
  })

  it('records which user sent a change, and can refuse one token as expired', async () => {
    const token = `e30.${Buffer.from('{"sub":"7"}').toString('base64url')}.x`
    const as = () => change({ authorization: `Bearer ${token}` })
    await as()
    expect([...(proxy.senders().get('"k1"') ?? [])]).toEqual(['7'])
    expect(proxy.bodies().get('"k1"')).toBe('vacation')
    proxy.expire(token)
    expect((await as()).status).toBe(401)
    expect(proxy.arrivals().get('"k1"')).toBe(1)
  })

  it('passes an event stream on as it comes, and breaks it when the network goes down', async () => {
    const answer = await fetch(`${proxy.url}/api/events/`)
    const reader = answer.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    proxy.set('down')
    await expect(reader?.read()).rejects.toThrow()
  })

  it('forgets everything when it is reset', async () => {
    proxy.set('error_500')
    proxy.expire('some')
    await change()
    proxy.reset()
    expect(proxy.calls()).toEqual([])
    expect((await change()).status).toBe(200)
  })
})
