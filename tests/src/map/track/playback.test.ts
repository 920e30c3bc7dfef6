import { describe, expect, test } from 'vitest'
import { Playback, rateFor, rateWords, type Timeline } from '#src/map/track/playback.ts'
import { playerActionOf } from '#src/map/track/player-keys.ts'

/** A screen that draws a frame when the test calls `draw`. */
function aScreen() {
  let now = 0
  let waiting: (() => void) | null = null
  return {
    clock: {
      now: () => now,
      onFrame: (draw: () => void) => {
        waiting = draw
        return () => {
          waiting = null
        }
      },
    },
    hasRequestedFrame: () => waiting !== null,
    draw: (ms: number) => {
      now += ms
      const draw = waiting
      waiting = null
      draw?.()
    },
  }
}

const HOUR = 3_600_000
const aTimeline = (timeline: Partial<Timeline> = {}): Timeline => ({ start: 0, end: HOUR, idle: [], ...timeline })

function aPlayback(timeline: Partial<Timeline> = {}) {
  const screen = aScreen()
  const playback = new Playback(aTimeline(timeline), screen.clock)
  return { playback, screen, at: () => playback.get().position }
}

describe('the playback of a path', () => {
  test('stays at the start until the user plays it, and requests no frames while it is paused', () => {
    const { playback, screen, at } = aPlayback()
    expect([at(), playback.get().isPlaying, screen.hasRequestedFrame()]).toEqual([0, false, false])
    playback.play()
    expect(screen.hasRequestedFrame()).toBe(true)
    playback.pause()
    expect([playback.get().isPlaying, screen.hasRequestedFrame()]).toEqual([false, false])
  })

  test('runs at the chosen multiple of real time', () => {
    const { playback, screen, at } = aPlayback()
    playback.play()
    screen.draw(16)
    expect(at()).toBe(960)
    playback.setRate(300)
    screen.draw(100)
    expect(at()).toBe(960 + 30_000)
  })

  test('does not catch up on time during which no frames were drawn', () => {
    const { playback, screen, at } = aPlayback()
    playback.play()
    screen.draw(60_000)
    expect(at()).toBe(15_000)
  })

  test('stops at the end, and then starts again from the beginning', () => {
    const { playback, screen, at } = aPlayback({ end: 10_000 })
    playback.play()
    screen.draw(250)
    expect([at(), playback.get().isPlaying, screen.hasRequestedFrame()]).toEqual([10_000, false, false])
    playback.toggle()
    expect([at(), playback.get().isPlaying]).toEqual([0, true])
  })

  test('skips stops, unless the user wants to see them', () => {
    const { playback, screen, at } = aPlayback({ idle: [{ from: 10_000, until: 900_000 }] })
    playback.play()
    screen.draw(200)
    expect(at()).toBe(900_000)
    screen.draw(100)
    expect(at()).toBe(906_000)
    playback.setSkipsIdle(false)
    playback.seek(9_000)
    screen.draw(100)
    expect(at()).toBe(15_000)
  })

  test('steps to either side of a stop, and no farther than the ends', () => {
    const { playback, at } = aPlayback({ idle: [{ from: 90_000, until: 900_000 }] })
    playback.step(1)
    expect(at()).toBe(60_000)
    playback.step(1)
    expect(at()).toBe(900_000)
    playback.step(-1)
    expect(at()).toBe(90_000)
    playback.step(-10)
    expect(at()).toBe(0)
    playback.step(1e6)
    expect(at()).toBe(HOUR)
  })

  test('keeps its position when more of the path becomes known', () => {
    const { playback, screen, at } = aPlayback()
    playback.play()
    screen.draw(100)
    playback.follow(aTimeline({ end: 2 * HOUR }))
    expect([at(), playback.get().isPlaying]).toEqual([6_000, true])
    playback.seek(2 * HOUR)
    expect(at()).toBe(2 * HOUR)
  })

  test('notifies a subscriber until it unsubscribes', () => {
    const { playback } = aPlayback()
    let notices = 0
    const leave = playback.subscribe(() => notices++)
    playback.seek(5)
    leave()
    playback.seek(6)
    expect(notices).toBe(1)
  })
})

test('the default rate is sixty, or faster if that would take more than minutes', () => {
  expect(rateFor(aTimeline({ end: 5 * HOUR }))).toBe(60)
  expect(rateFor(aTimeline({ end: 15 * HOUR, idle: [{ from: HOUR, until: 11 * HOUR }] }))).toBe(60)
  expect(rateFor(aTimeline({ end: 20 * HOUR }))).toBe(300)
  expect(rateFor(aTimeline({ end: 2000 * HOUR }))).toBe(1800)
})

test('the playback rate is described in words', () => {
  expect(([1, 10, 60, 300, 1800] as const).map(rateWords)).toEqual([
    'Real time',
    '10 seconds a second',
    '1 minute a second',
    '5 minutes a second',
    '30 minutes a second',
  ])
})

describe('a key in the player', () => {
  const pressed = (key: string, modifiers: { readonly shiftKey?: boolean; readonly ctrlKey?: boolean } = {}) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    ...modifiers,
  })
  interface KeyOptions {
    readonly isSlider?: boolean
    readonly shiftKey?: boolean
    readonly ctrlKey?: boolean
  }
  const movesFor = (key: string, { isSlider = true, ...modifiers }: KeyOptions = {}) => {
    const acts: string[] = []
    playerActionOf(
      pressed(key, modifiers),
      isSlider,
    )?.({
      toggle: () => acts.push('toggle'),
      step: (seconds) => acts.push(`step ${seconds}`),
      seek: (at) => acts.push(`seek ${at}`),
    })
    return acts.join()
  }

  test('plays and pauses, steps, and goes to the ends', () => {
    expect(movesFor(' ')).toBe('toggle')
    expect(['ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp'].map((key) => movesFor(key))).toEqual([
      'step -1',
      'step 1',
      'step -10',
      'step 10',
    ])
    expect(movesFor('ArrowLeft', { shiftKey: true })).toBe('step -10')
    expect([movesFor('Home'), movesFor('End')]).toEqual(['seek -Infinity', 'seek Infinity'])
  })

  test('is left to the focused button and to the browser', () => {
    expect(movesFor(' ', { isSlider: false })).toBe('')
    expect(movesFor('ArrowLeft', { ctrlKey: true })).toBe('')
    expect(movesFor('x')).toBe('')
  })
})
