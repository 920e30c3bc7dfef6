import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitHead, withHead } from '#src/seal/value-with-head.ts'

test('any head and body are split into the same values', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.uint8Array(), (head, body) => {
      const [headAgain, bytes] = splitHead(withHead(head, body))
      expect(headAgain).toEqual(JSON.parse(JSON.stringify(head)))
      expect([...bytes]).toEqual([...body])
    }),
  )
})
