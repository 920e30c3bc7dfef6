import { expect, test } from 'vitest'
import { FrameWork, inOneStep, type Steps } from '#src/map/basemap/frame-work.ts'

/** Frames that come when a test says so, and a clock that each step moves on. */
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

test('a frame is worked in for a part of it, and the next one goes on', () => {
  const { work, steps, frame, isWaiting } = aPage()
  work.add(steps('a', 5, 2), { isUrgent: false })
  expect([frame(), frame(), isWaiting()]).toEqual([['a1', 'a2', 'a3'], ['a4', 'a5'], false])
})

test('what is urgent comes before everything else, also before what has begun', () => {
  const { work, steps, step, frame } = aPage()
  work.add(steps('words', 3, 6), { isUrgent: false })
  expect(frame()).toEqual(['words1'])
  work.add(
    inOneStep(() => step('ground', 6)),
    { isUrgent: true },
  )
  expect([frame(), frame(), frame()]).toEqual([['ground'], ['words2'], ['words3']])
})

test('what is not done when it stops is never done', () => {
  const { work, steps, frame, isWaiting } = aPage()
  work.add(steps('a', 5, 6), { isUrgent: true })
  frame()
  work.stop()
  expect([isWaiting(), frame()]).toEqual([false, []])
})
