import { describe, expect, test } from 'vitest'
import { Playback, rateFor, rateWords, type Timeline } from '#src/map/track/playback.ts'
import { playerMove } from '#src/map/track/player-keys.ts'

/** A screen that draws when the test says so. */
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
    isAsked: () => waiting !== null,
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

describe('a path that is played', () => {
  test('stands at its beginning until somebody plays it, and asks for no frame while it stands', () => {
    const { playback, screen, at } = aPlayback()
    expect([at(), playback.get().isPlaying, screen.isAsked()]).toEqual([0, false, false])
    playback.play()
    expect(screen.isAsked()).toBe(true)
    playback.pause()
    expect([playback.get().isPlaying, screen.isAsked()]).toEqual([false, false])
  })

  test('goes as many times as fast as it was as is chosen', () => {
    const { playback, screen, at } = aPlayback()
    playback.play()
    screen.draw(16)
    expect(at()).toBe(960)
    playback.setRate(300)
    screen.draw(100)
    expect(at()).toBe(960 + 30_000)
  })

  test('does not make up for the time in which nobody looked', () => {
    const { playback, screen, at } = aPlayback()
    playback.play()
    screen.draw(60_000)
    expect(at()).toBe(15_000)
  })

  test('stops at its end, and begins anew from there', () => {
    const { playback, screen, at } = aPlayback({ end: 10_000 })
    playback.play()
    screen.draw(250)
    expect([at(), playback.get().isPlaying, screen.isAsked()]).toEqual([10_000, false, false])
    playback.toggle()
    expect([at(), playback.get().isPlaying]).toEqual([0, true])
  })

  test('passes over stands, unless somebody wants to see them', () => {
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

  test('is stepped through on either side of a stand, and no farther than its ends', () => {
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

  test('goes on where it was when more of it becomes known', () => {
    const { playback, screen, at } = aPlayback()
    playback.play()
    screen.draw(100)
    playback.follow(aTimeline({ end: 2 * HOUR }))
    expect([at(), playback.get().isPlaying]).toEqual([6_000, true])
    playback.seek(2 * HOUR)
    expect(at()).toBe(2 * HOUR)
  })

  test('tells who looks on, until they look away', () => {
    const { playback } = aPlayback()
    let told = 0
    const leave = playback.subscribe(() => told++)
    playback.seek(5)
    leave()
    playback.seek(6)
    expect(told).toBe(1)
  })
})

test('a path is played sixty times as fast as it was, and faster when that would take more than minutes', () => {
  expect(rateFor(aTimeline({ end: 5 * HOUR }))).toBe(60)
  expect(rateFor(aTimeline({ end: 15 * HOUR, idle: [{ from: HOUR, until: 11 * HOUR }] }))).toBe(60)
  expect(rateFor(aTimeline({ end: 20 * HOUR }))).toBe(300)
  expect(rateFor(aTimeline({ end: 2000 * HOUR }))).toBe(1800)
})

test('how fast it plays is told in words', () => {
  expect(([1, 10, 60, 300, 1800] as const).map(rateWords)).toEqual([
    'Real time',
    '10 seconds a second',
    '1 minute a second',
    '5 minutes a second',
    '30 minutes a second',
  ])
})

describe('a key in the player', () => {
  const pressed = (key: string, held: { readonly shiftKey?: boolean; readonly ctrlKey?: boolean } = {}) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    ...held,
  })
  interface Held {
    readonly isSlider?: boolean
    readonly shiftKey?: boolean
    readonly ctrlKey?: boolean
  }
  const done = (key: string, { isSlider = true, ...held }: Held = {}) => {
    const acts: string[] = []
    playerMove(
      pressed(key, held),
      isSlider,
    )?.({
      toggle: () => acts.push('toggle'),
      step: (seconds) => acts.push(`step ${seconds}`),
      seek: (at) => acts.push(`seek ${at}`),
    })
    return acts.join()
  }

  test('plays and pauses, steps, and leads to the ends', () => {
    expect(done(' ')).toBe('toggle')
    expect(['ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp'].map((key) => done(key))).toEqual([
      'step -1',
      'step 1',
      'step -10',
      'step 10',
    ])
    expect(done('ArrowLeft', { shiftKey: true })).toBe('step -10')
    expect([done('Home'), done('End')]).toEqual(['seek -Infinity', 'seek Infinity'])
  })

  test('is left to the button on which it is pressed, and to the browser', () => {
    expect(done(' ', { isSlider: false })).toBe('')
    expect(done('ArrowLeft', { ctrlKey: true })).toBe('')
    expect(done('x')).toBe('')
  })
})
