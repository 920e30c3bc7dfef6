import { expect, test } from 'vitest'
import { oneAtATime } from '#src/form/frame/one-at-a-time.ts'

test('a second tap during a save does nothing; after the save, or after a failure, the next tap counts', async () => {
  const once = oneAtATime()
  const { promise, resolve } = Promise.withResolvers<void>()
  let saved = 0
  const save = async () => {
    saved += 1
    await promise
  }
  const taps = [once(save), once(save)]
  resolve()
  await Promise.all(taps)
  expect(saved).toBe(1)
  await expect(once(() => Promise.reject(new Error('full')))).rejects.toThrow('full')
  await once(save)
  expect(saved).toBe(2)
})
