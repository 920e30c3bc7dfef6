import { expect, it } from 'vitest'
import { requestOf } from '#scripts/testing/command-line.ts'

const DEFAULTS = { words: [], revision: null, isRecorded: false }

it('a run covers everything, the named tests, the static checks, or what a change affects', () => {
  expect(requestOf([])).toEqual({ ...DEFAULTS, what: 'everything' })
  expect(requestOf(['--record'])).toEqual({ ...DEFAULTS, what: 'everything', isRecorded: true })
  expect(requestOf(['drivers', 'outbox'])).toEqual({ ...DEFAULTS, what: 'named', words: ['drivers', 'outbox'] })
  expect(requestOf(['--checks'])).toEqual({ ...DEFAULTS, what: 'checks' })
  expect(requestOf(['--changed'])).toEqual({ ...DEFAULTS, what: 'changed' })
  expect(requestOf(['--changed', 'main~3'])).toEqual({ ...DEFAULTS, what: 'changed', revision: 'main~3' })
})

it('an invalid command line is refused with a message about the valid ones', () => {
  expect(() => requestOf(['--fast'])).toThrow(/no option --fast[\s\S]*npm test -- drivers outbox/)
  // An empty shell variable must not run everything.
  expect(() => requestOf([''])).toThrow('A word is empty')
  expect(() => requestOf(['--record', 'drivers'])).toThrow('Only the times of everything are recorded')
  expect(() => requestOf(['--checks', 'drivers'])).toThrow('run all together')
  expect(() => requestOf(['--changed', 'main', 'drivers'])).toThrow('one revision, not with 2')
})
