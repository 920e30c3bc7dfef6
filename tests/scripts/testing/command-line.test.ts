import { expect, it } from 'vitest'
import { requestOf } from '#scripts/testing/command-line.ts'

const asked = { words: [], revision: null, isRecorded: false }

it('a run is of everything, of what words name, or of what a change affects', () => {
  expect(requestOf([])).toEqual({ ...asked, what: 'everything' })
  expect(requestOf(['--record'])).toEqual({ ...asked, what: 'everything', isRecorded: true })
  expect(requestOf(['drivers', 'outbox'])).toEqual({ ...asked, what: 'named', words: ['drivers', 'outbox'] })
  expect(requestOf(['--checks'])).toEqual({ ...asked, what: 'checks' })
  expect(requestOf(['--changed'])).toEqual({ ...asked, what: 'changed' })
  expect(requestOf(['--changed', 'main~3'])).toEqual({ ...asked, what: 'changed', revision: 'main~3' })
})

it('what is not known is refused by name, with what there is', () => {
  expect(() => requestOf(['--fast'])).toThrow(/no option --fast[\s\S]*npm test -- drivers outbox/)
  // An empty variable of the shell must not run everything.
  expect(() => requestOf([''])).toThrow('A word is empty')
  expect(() => requestOf(['--record', 'drivers'])).toThrow('Only the times of everything are recorded')
  expect(() => requestOf(['--checks', 'drivers'])).toThrow('run all together')
  expect(() => requestOf(['--changed', 'main', 'drivers'])).toThrow('one revision, not with 2')
})
