import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, startUnreliableProxy, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
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

  it('can change what a file says, and never makes an answer of a refusal', async () => {
    proxy.rewrite('/api/drivers/', (text) => text.replace('got', 'given'))
    proxy.rewrite('/api/refused/', () => 'welcome')
    expect(await (await fetch(`${proxy.url}/api/drivers/`)).json()).toEqual({ given: '' })
    const refusal = await fetch(`${proxy.url}/api/refused/`)
    expect([refusal.status, await refusal.text()]).toEqual([401, 'refused'])
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

  it('can hold the answer to a change that the server has made, and deliver it later', async () => {
    proxy.set('hold_answer')
    const answer = change()
    await eventually(() => expect(proxy.held()).toBe(1))
    expect(committed).toEqual(['vacation'])
    expect(proxy.letGo()).toBe(1)
    expect(await (await answer).json()).toEqual({ got: 'vacation' })
  })

  it('loses the answers that it still holds when something else is wrong', async () => {
    proxy.set('hold_answer')
    const answer = expect(change()).rejects.toThrow()
    await eventually(() => expect(proxy.held()).toBe(1))
    proxy.set('none')
    await answer
    expect(proxy.held()).toBe(0)
  })

  it('knows as whom a change came, and can refuse one token as too old', async () => {
    const token = `e30.${Buffer.from('{"sub":"7"}').toString('base64url')}.x`
    const as = () => change({ authorization: `Bearer ${token}` })
    await as()
    expect([...(proxy.senders().get('"k1"') ?? [])]).toEqual(['7'])
    expect(proxy.bodies().get('"k1"')).toBe('vacation')
    proxy.expire(token)
    expect((await as()).status).toBe(401)
    expect(proxy.arrivals().get('"k1"')).toBe(1)
  })

  it('lets a stream of events through as it comes, and breaks it when the network is down', async () => {
    const answer = await fetch(`${proxy.url}/api/events/`)
    const reader = answer.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    proxy.set('down')
    await expect(reader?.read()).rejects.toThrow()
  })

  it('remembers nothing once it is reset', async () => {
    proxy.set('error_500')
    proxy.expire('some')
    await change()
    proxy.reset()
    expect(proxy.calls()).toEqual([])
    expect((await change()).status).toBe(200)
  })
})
