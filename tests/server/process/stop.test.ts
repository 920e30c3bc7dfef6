import { expect, test } from 'vitest'
import { stopGracefully } from '#server/start/stop.ts'

const forever = () => new Promise<never>(() => {})

function fakeServer(close: () => Promise<unknown>) {
  const events: string[] = []
  const note = (event: string) => async () => void events.push(event)
  return {
    events,
    close: async () => {
      events.push('close')
      await close()
    },
    breakOff: () => void events.push('break off'),
    stopSteps: [note('jobs'), note('database')],
  }
}

test('requests are answered first, then jobs stop, then the database closes', async () => {
  const server = fakeServer(async () => {})
  expect(await stopGracefully(server, 1000)).toBe(true)
  expect(server.events).toEqual(['close', 'jobs', 'database'])
})

test('a request that never gets a response is aborted, and the database still closes', async () => {
  const broken = Promise.withResolvers<void>()
  const server = fakeServer(() => broken.promise)
  const breakOff = () => {
    server.breakOff()
    broken.resolve()
  }
  expect(await stopGracefully({ ...server, breakOff }, 20)).toBe(false)
  expect(server.events).toEqual(['close', 'break off', 'jobs', 'database'])
})

test('a database that never closes does not delay the stop forever', async () => {
  const server = fakeServer(async () => {})
  expect(await stopGracefully({ ...server, stopSteps: [forever] }, 20)).toBe(false)
})
