import { expect, it } from 'vitest'
import { createSender, type SendWithoutPage } from '#sw/sender.ts'

const noPage = () => Promise.resolve(false)
const sendingWith =
  (result: 'done' | 'left'): SendWithoutPage =>
  () =>
    Promise.resolve(result)

it('the script is loaded only to send', async () => {
  const loads: string[] = []
  const sender = createSender(() => {
    loads.push('loaded')
    return sendingWith('done')
  })
  expect(loads).toEqual([])
  await sender.send(() => Promise.resolve(true))
  expect(loads).toEqual([])
  await sender.send(noPage)
  expect(loads).toEqual(['loaded'])
})

it('the event is rejected while changes are left, and without the script, so that the browser tries again', async () => {
  await expect(createSender(() => sendingWith('left')).send(noPage)).rejects.toThrow(/not everything/)
  await expect(createSender(() => undefined).send(noPage)).rejects.toThrow(/script that sends is missing/)
})

it('two events at the same time share one sending', async () => {
  const { promise, resolve } = Promise.withResolvers<'done'>()
  let times = 0
  const sender = createSender(() => () => {
    times += 1
    return promise
  })
  const both = [sender.send(noPage), sender.send(noPage)]
  resolve('done')
  await Promise.all(both)
  expect(times).toBe(1)
  await sender.send(noPage)
  expect(times).toBe(2)
})

it('sending is stopped, and can begin again later', async () => {
  const signals: AbortSignal[] = []
  const sender = createSender(() => ({ signal }) => {
    signals.push(signal)
    return Promise.resolve('done')
  })
  sender.stop()
  await sender.send(noPage)
  expect(signals[0]?.aborted).toBe(false)
  sender.stop()
  expect(signals[0]?.aborted).toBe(true)
})

it('an event that is stopped while pages are asked does not send', async () => {
  const loads: string[] = []
  const sender = createSender(() => {
    loads.push('loaded')
    return sendingWith('done')
  })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const event = sender.send(() => promise)
  sender.stop()
  resolve(false)
  await expect(event).rejects.toThrow(/another version/)
  expect(loads).toEqual([])
})

it('the time that the pages took counts', async () => {
  let now = 1_000
  const times: number[] = []
  const sender = createSender(
    () => (time) => {
      times.push(time.maxMs)
      return Promise.resolve('done')
    },
    () => now,
  )
  await sender.send(async () => {
    now += 70_000
    return false
  })
  expect(times).toEqual([80_000])
})
