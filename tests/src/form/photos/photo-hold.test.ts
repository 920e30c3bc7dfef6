import { expect, test, vi } from 'vitest'
import { PendingWork } from '#src/form/photos/photo-hold.tsx'

/** A form that renders only when `render` is called. */
function aForm() {
  const pending = new PendingWork()
  let over = 0
  const onOver = (addOne: (over: number) => number) => {
    over = addOne(over)
  }
  const submit = () => {
    const onDone = vi.fn<(isFree: boolean) => void>()
    void pending.wait().then(onDone)
    return onDone
  }
  const work = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    pending.hold(promise, onOver)
    return { finish: () => resolve(), fail: () => reject(new Error('no photo')) }
  }
  return { submit, work, render: () => pending.rendered(over) }
}
const aMoment = () => new Promise((resolve) => setTimeout(resolve))

test('a submit continues immediately when no work is pending', async () => {
  const onDone = aForm().submit()
  await aMoment()
  expect(onDone).toHaveBeenCalledExactlyOnceWith(true)
})

test('a submit waits until all work is over and the form has rendered the result', async () => {
  const form = aForm()
  const works = [form.work(), form.work()]
  const onDone = form.submit()
  works[0]?.finish()
  await aMoment()
  form.render()
  await aMoment()
  expect(onDone).not.toHaveBeenCalled()
  works[1]?.finish()
  await aMoment()
  const late = form.submit()
  await aMoment()
  for (const one of [onDone, late]) expect(one).not.toHaveBeenCalled()
  form.render()
  await aMoment()
  for (const one of [onDone, late]) expect(one).toHaveBeenCalledExactlyOnceWith(true)
})

test('a submit is canceled when the work fails; the next submit continues', async () => {
  const form = aForm()
  const work = form.work()
  const onDone = form.submit()
  work.fail()
  await aMoment()
  expect(onDone).toHaveBeenCalledExactlyOnceWith(false)
  form.render()
  const again = form.submit()
  await aMoment()
  expect(again).toHaveBeenCalledExactlyOnceWith(true)
})
