import { expect, test } from 'vitest'
import { browserWords } from '#contract/text/browser-words.ts'

test('a user agent is described by its browser and its system', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  expect(browserWords(chrome)).toBe('Chrome on Windows')
  expect(browserWords(`${chrome} Edg/140.0.0.0`)).toBe('Edge on Windows')
  expect(browserWords('Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/605.1')).toBe('Safari on iPad')
  expect(browserWords('')).toBe('Unknown device')
})
