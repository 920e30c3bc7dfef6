import { expect, test, vi } from 'vitest'
import { PendingWork } from '#src/form/photos/photo-hold.tsx'

/** A form that renders when told to. */
function aForm() {
  const held = new PendingWork()
  let over = 0
  const onOver = (addOne: (over: number) => number) => {
    over = addOne(over)
  }
  const submit = () => {
    const told = vi.fn<(isFree: boolean) => void>()
    void held.wait().then(told)
    return told
  }
  const work = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    held.hold(promise, onOver)
    return { finish: () => resolve(), fail: () => reject(new Error('no photo')) }
  }
  return { submit, work, render: () => held.rendered(over) }
}
const aMoment = () => new Promise((resolve) => setTimeout(resolve))

test('a submit goes on at once where nothing is being made ready', async () => {
  const told = aForm().submit()
  await aMoment()
  expect(told).toHaveBeenCalledExactlyOnceWith(true)
})

test('a submit waits until all work is over and the form has rendered with it', async () => {
  const form = aForm()
  const works = [form.work(), form.work()]
  const told = form.submit()
  works[0]?.finish()
  await aMoment()
  form.render()
  await aMoment()
  expect(told).not.toHaveBeenCalled()
  works[1]?.finish()
  await aMoment()
  const late = form.submit()
  await aMoment()
  for (const one of [told, late]) expect(one).not.toHaveBeenCalled()
  form.render()
  await aMoment()
  for (const one of [told, late]) expect(one).toHaveBeenCalledExactlyOnceWith(true)
})

test('a submit is called off when the work fails; the next one goes on', async () => {
  const form = aForm()
  const work = form.work()
  const told = form.submit()
  work.fail()
  await aMoment()
  expect(told).toHaveBeenCalledExactlyOnceWith(false)
  form.render()
  const again = form.submit()
  await aMoment()
  expect(again).toHaveBeenCalledExactlyOnceWith(true)
})
