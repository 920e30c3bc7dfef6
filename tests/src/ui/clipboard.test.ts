import { afterEach, expect, test, vi } from 'vitest'
import { copyText, readClipboardText } from '#src/ui/clipboard.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page without a clipboard, as over plain http, gets a rejection', async () => {
  vi.stubGlobal('navigator', {})
  const asked = [copyText('1042'), readClipboardText()]
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
