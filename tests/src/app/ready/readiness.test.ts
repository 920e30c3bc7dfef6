import { expect, test } from 'vitest'
import { type ReadyFacts, readinessOf } from '#src/app/ready/readiness.ts'
import { appWords, readyWords } from '#src/app/ready/ready-words.ts'
import { nothingPrefetched } from '#src/offline/prefetch/prefetch-state.ts'

const ready: ReadyFacts = {
  prefetch: { ...nothingPrefetched, finishedAt: 5, workSince: 5, size: 10 },
  trouble: null,
  files: { state: 'complete' },
  session: 'remembered',
}
const fetching = { ...nothingPrefetched, size: 0, total: 4, done: 1 }

test.each<[string, Partial<ReadyFacts>, string]>([
  ['everything is there', {}, 'Ready for dead zones'],
  [
    'the app’s files are not all there, although the data is',
    { files: { state: 'saving', share: 0.609 } },
    'Not ready for dead zones yet: fetching the app itself, 60 %',
  ],
  [
    'the worker could not be installed',
    { files: { state: 'absent' } },
    'Not ready for dead zones: the app itself is not on this device',
  ],
  [
    'the browser has removed files of the app',
    { files: { state: 'incomplete' } },
    'Not ready for dead zones: the app itself is not on this device',
  ],
  [
    'the browser has no workers',
    { files: { state: 'unsupported' } },
    'Not ready for dead zones: the app itself is not on this device',
  ],
  ['the data is on its way', { prefetch: fetching }, 'Not ready for dead zones yet: fetching the data, 25 %'],
  [
    'no data was fetched',
    { prefetch: { ...nothingPrefetched, size: 0 } },
    'Not ready for dead zones: the data is not on this device',
  ],
  ['nothing can be stored', { trouble: 'unavailable' }, 'Not ready for dead zones: the data is not on this device'],
  [
    'the user did not tick Remember me',
    { session: 'this_tab' },
    'Not ready for dead zones: you are signed in for this tab only',
  ],
  [
    'the browser does not store who is signed in',
    { trouble: 'forgetful' },
    'Not ready for dead zones: you are signed in for this tab only',
  ],
  [
    'nothing was looked at yet',
    { files: { state: 'unknown' } },
    'Checking whether this device is ready for dead zones',
  ],
])('the device tells the truth when %s', (_when, facts, words) => {
  expect(readyWords(readinessOf({ ...ready, ...facts }))).toBe(words)
})

test('what is missing is told before what is on its way', () => {
  const facts = { ...ready, prefetch: fetching, session: 'this_tab' } as const
  expect(readyWords(readinessOf(facts))).toBe('Not ready for dead zones: you are signed in for this tab only')
})

test('a device that has only what work needs is ready', () => {
  const { state } = readinessOf({ ...ready, prefetch: { ...ready.prefetch, finishedAt: null } })
  expect(state).toBe('ready')
})

test('the app’s size is named while it is being saved', () => {
  expect(appWords({ state: 'saving', share: 0.5 })).toBe('Saving the app itself, 50 % of 900 kB')
})
