import { describe, expect, test } from 'vitest'
import type { SendingStatus } from '#src/app/sending/sending-run.ts'
import { sendingWords, spokenWords } from '#src/app/sending/sending-words.ts'

const photos = (at: number, of: number, leftMs: number | null = null): SendingStatus => ({
  is: 'sending',
  files: { at, of, arePhotos: true },
  changes: 1,
  leftMs,
})
const changes = (count: number): SendingStatus => ({ is: 'sending', files: null, changes: count, leftMs: null })

describe('the words of the status line', () => {
  test.each([
    [{ is: 'nothing' }, ''],
    [photos(2, 3), 'Sending 2 of 3 photos'],
    [photos(1, 1), 'Sending 1 photo'],
    [{ is: 'sending', files: { at: 1, of: 2, arePhotos: false }, changes: 1, leftMs: null }, 'Sending 1 of 2 files'],
    [changes(1), 'Sending 1 change'],
    [changes(2), 'Sending 2 changes'],
    [{ is: 'sent', at: Date.parse('2026-11-30T13:43:20Z') }, 'All sent 7:43 AM'],
  ] as const)('%j is “%s”', (status, words) => {
    expect(sendingWords(status)).toBe(words)
  })

  test.each([
    [1_000, 'a few seconds'],
    [8_000, 'a few seconds'],
    [8_001, '10 s'],
    [36_400, '40 s'],
    [55_000, '55 s'],
    [55_001, '1 min'],
    [89_000, '1 min'],
    [125_000, '2 min'],
  ] as const)('%i ms are told as “%s”', (leftMs, words) => {
    expect(sendingWords(photos(2, 3, leftMs))).toBe(`Sending 2 of 3 photos · ${words}`)
  })

  test('are read out without what counts', () => {
    expect(spokenWords(photos(2, 3, 40_000))).toBe('Sending 3 photos')
    expect(spokenWords(photos(3, 3))).toBe('Sending 3 photos')
    expect(spokenWords(changes(2))).toBe(spokenWords(changes(1)))
    expect(spokenWords({ is: 'sent', at: Date.parse('2026-11-30T13:43:20Z') })).toBe('All sent 7:43 AM')
  })
})
