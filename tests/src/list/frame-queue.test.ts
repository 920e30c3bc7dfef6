import { expect, test } from 'vitest'
import { FrameQueue } from '#src/list/grid/frame-queue.ts'

function aScreen() {
  const frames: (() => void)[] = []
  const drawn: string[] = []
  const turns = new FrameQueue((run) => frames.push(run))
  const take = (name: string, isInSight = false) => turns.add(() => drawn.push(name), isInSight)
  /** Runs what was asked for in this frame; answers whether anything was. */
  const frame = () => {
    const now = frames.splice(0)
    for (const run of now) run()
    return now.length > 0
  }
  return { take, frame, drawn, turns }
}

test('one is drawn a frame, in the order in which they came, and then no frame is asked for', () => {
  const { take, frame, drawn } = aScreen()
  for (const name of ['a', 'b', 'c']) take(name)
  expect(drawn).toEqual([])
  frame()
  expect(drawn).toEqual(['a'])
  take('d')
  frame()
  frame()
  frame()
  expect(drawn).toEqual(['a', 'b', 'c', 'd'])
  expect(frame()).toBe(false)
  take('e')
  frame()
  expect(drawn.at(-1)).toBe('e')
})

test('who gives the turn up is passed over, and what is taken in a turn comes after', () => {
  const { take, frame, drawn, turns } = aScreen()
  const giveUp = take('a')
  turns.add(() => take('c'), false)
  giveUp()
  frame()
  expect(drawn).toEqual([])
  frame()
  expect(drawn).toEqual(['c'])
  take('d')()
  frame()
  expect(frame()).toBe(false)
  expect(drawn).toEqual(['c'])
})

test('what is in sight comes before what is only near, however long that has waited', () => {
  const { take, frame, drawn } = aScreen()
  take('above')
  take('here', true)
  take('below')
  const gone = take('here, and gone', true)
  frame()
  gone()
  take('here too', true)
  while (frame());
  expect(drawn).toEqual(['here', 'here too', 'above', 'below'])
})
