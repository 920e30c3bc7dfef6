import { afterEach, expect, test, vi } from 'vitest'
import { copiedText, copyText } from '#src/ui/clipboard.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page without a clipboard, as over plain http, gets a rejection', async () => {
  vi.stubGlobal('navigator', {})
  const asked = [copyText('1042'), copiedText()]
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
