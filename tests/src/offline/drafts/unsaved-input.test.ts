import { expect, it } from 'vitest'
import { holdUnsavedInput, whenNothingUnsaved } from '#src/offline/drafts/unsaved-input.ts'
import { eventually } from '#tests/support/eventually.ts'

it('unsaved input of two forms lasts until both forms have released it', async () => {
  let isFree = false
  const first = holdUnsavedInput(undefined)
  const second = holdUnsavedInput(undefined)
  const free = whenNothingUnsaved().then(() => {
    isFree = true
  })
  first()
  first()
  await Promise.resolve()
  expect(isFree).toBe(false)
  second()
  await free
  expect(isFree).toBe(true)
})

it('the lock that all tabs share is held while a form has unsaved input', async () => {
  const events: string[] = []
  const locks = {
    request: async (name: string, options: LockOptions, work: () => Promise<void>) => {
      events.push(`${options.mode} ${name}`)
      await work()
      events.push('released')
    },
  } as unknown as LockManager
  const release = holdUnsavedInput(locks)
  await eventually(() => expect(events).toEqual(['shared app-dirty']))
  release()
  await eventually(() => expect(events).toEqual(['shared app-dirty', 'released']))
})
