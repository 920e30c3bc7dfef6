import { afterEach, describe, expect, test } from 'vitest'
import { setSilenceLimit } from '#src/api/silence.ts'
import { noteWait, patienceFor } from '#src/form/frame/patience.ts'

const NOW = 100_000

const changeWith = (...sizes: readonly number[]) => ({
  files: sizes.map((size, at) => ({
    id: `${at}`,
    field: 'files',
    name: 'a',
    file: new File([new Uint8Array(size)], 'a'),
  })),
})
const patience = (changes = [changeWith()], how = {}, now = NOW) => patienceFor(changes, how, now)

afterEach(() => {
  noteWait(true, NOW)
  setSilenceLimit()
})

describe('how long a form waits for the server’s response', () => {
  test('is a second at most on a quick connection', () => {
    expect(patience()).toBe(1_000)
    expect(patience([changeWith(40_000), changeWith(60_000)])).toBe(1_000)
  })

  test('is no time at all with files that take longer than that', () => {
    expect(patience([changeWith(70_000), changeWith(70_000)])).toBe(0)
  })

  test('is no time at all on a connection that has just answered late', () => {
    setSilenceLimit(4_000)
    expect(patience()).toBe(0)
  })

  test('is no time at all for half a minute after a wait in vain, unless another wait was long enough since', () => {
    noteWait(false, NOW)
    expect(patience(undefined, {}, NOW + 29_000)).toBe(0)
    expect(patience(undefined, {}, NOW + 31_000)).toBe(1_000)
    noteWait(true, NOW + 5_000)
    expect(patience(undefined, {}, NOW + 6_000)).toBe(1_000)
  })

  test('is longer where the user goes on from the response, whatever the files and the connection', () => {
    noteWait(false, NOW)
    expect(patience([changeWith(500_000)], { needsResponse: true })).toBe(6_000)
  })
})
