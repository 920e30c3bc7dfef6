import { expect, test } from 'vitest'
import { FrameQueue } from '#src/list/grid/frame-queue.ts'

function aScreen() {
  const frames: (() => void)[] = []
  const drawn: string[] = []
  const queue = new FrameQueue((run) => frames.push(run))
  const enqueue = (name: string, isInSight = false) => queue.add(() => drawn.push(name), isInSight)
  /** Runs the callbacks requested for this frame. Returns whether there were any. */
  const frame = () => {
    const now = frames.splice(0)
    for (const run of now) run()
    return now.length > 0
  }
  return { enqueue, frame, drawn, queue }
}

test('draws one item per frame in order of arrival, and then requests no more frames', () => {
  const { enqueue, frame, drawn } = aScreen()
  for (const name of ['a', 'b', 'c']) enqueue(name)
  expect(drawn).toEqual([])
  frame()
  expect(drawn).toEqual(['a'])
  enqueue('d')
  frame()
  frame()
  frame()
  expect(drawn).toEqual(['a', 'b', 'c', 'd'])
  expect(frame()).toBe(false)
  enqueue('e')
  frame()
  expect(drawn.at(-1)).toBe('e')
})

test('skips canceled items, and runs an item added during a frame in a later frame', () => {
  const { enqueue, frame, drawn, queue } = aScreen()
  const cancel = enqueue('a')
  queue.add(() => enqueue('c'), false)
  cancel()
  frame()
  expect(drawn).toEqual([])
  frame()
  expect(drawn).toEqual(['c'])
  enqueue('d')()
  frame()
  expect(frame()).toBe(false)
  expect(drawn).toEqual(['c'])
})

test('draws items in sight before items that are only near, no matter how long those have waited', () => {
  const { enqueue, frame, drawn } = aScreen()
  enqueue('above')
  enqueue('here', true)
  enqueue('below')
  const cancelGone = enqueue('here, and gone', true)
  frame()
  cancelGone()
  enqueue('here too', true)
  while (frame());
  expect(drawn).toEqual(['here', 'here too', 'above', 'below'])
})
