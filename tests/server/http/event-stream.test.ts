import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { eventEndpoints } from '#contract/wire/events.ts'
import { EventStream } from '#server/http/event-stream.ts'

const aStream = () => new EventStream(eventEndpoints.stream, true)
const change = (version: number) => ({ event: 'change', data: { area: 'drivers', id: 1, version } }) as const

test('a stream writes events, positions and the retry delay, and nothing after its end', async () => {
  const stream = aStream()
  stream.sendRetryDelay(2000)
  stream.send(change(7))
  stream.sendPosition(41)
  stream.finish()
  stream.send(change(8))
  stream.finish()
  expect((await stream.toArray()).join('')).toBe(
    'retry: 2000\n\nevent: change\ndata: {"area":"drivers","id":1,"version":7}\n\nid: 41\n\n',
  )
})

test('an event that does not match the contract throws', () => {
  const send = () => aStream().send({ event: 'change', data: { area: 'moon', id: 1, version: 1 } } as never)
  expect(send).toThrow('events.stream sends "change" as the contract does not say')
})

test('a client that does not read is disconnected after a limited number of events', async () => {
  const stream = aStream()
  const server = createServer((_request, response) => stream.pipe(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  client.pause()
  const gone = once(stream, 'close')
  let version = 0
  const busy = setInterval(() => {
    for (let n = 0; n < 2_000; n++) stream.send(change(version++))
  })
  await gone
  clearInterval(busy)
  expect(stream.destroyed).toBe(true)
  // Kernels buffer some megabytes for a connection. No more than that was written.
  expect(version).toBeLessThan(500_000)
  client.destroy()
  server.closeAllConnections()
  server.close()
})
