import { expect, test } from 'vitest'
import { FrameWork, inOneStep, type Steps } from '#src/map/basemap/frame-work.ts'

/** Frames that run when the test calls `frame`, and a clock that each step advances. */
function aPage() {
  let now = 0
  let next: (() => void) | null = null
  const done: string[] = []
  const work = new FrameWork({
    nextFrame: (frame) => {
      next = frame
      return () => {
        next = null
      }
    },
    now: () => now,
  })
  const step = (name: string, ms: number) => {
    done.push(name)
    now += ms
  }
  function* steps(name: string, count: number, ms: number): Steps {
    for (let at = 1; at <= count; at++) {
      step(`${name}${at}`, ms)
      yield
    }
  }
  const frame = () => {
    const due = next
    next = null
    due?.()
    return done.splice(0)
  }
  return { work, steps, step, frame, isWaiting: () => next !== null }
}

test('work uses part of each frame, and continues in the next', () => {
  const { work, steps, frame, isWaiting } = aPage()
  work.add(steps('a', 5, 2), { isUrgent: false })
  expect([frame(), frame(), isWaiting()]).toEqual([['a1', 'a2', 'a3'], ['a4', 'a5'], false])
})

test('urgent work comes first, even before work that has started', () => {
  const { work, steps, step, frame } = aPage()
  work.add(steps('words', 3, 6), { isUrgent: false })
  expect(frame()).toEqual(['words1'])
  work.add(
    inOneStep(() => step('ground', 6)),
    { isUrgent: true },
  )
  expect([frame(), frame(), frame()]).toEqual([['ground'], ['words2'], ['words3']])
})

test('work not done at the stop is never done', () => {
  const { work, steps, frame, isWaiting } = aPage()
  work.add(steps('a', 5, 6), { isUrgent: true })
  frame()
  work.stop()
  expect([isWaiting(), frame()]).toEqual([false, []])
})
