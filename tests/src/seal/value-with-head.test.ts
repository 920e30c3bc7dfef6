import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitHead, withHead } from '#src/seal/value-with-head.ts'

test('a head and a body come apart as they were, whatever they are', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.uint8Array(), (head, body) => {
      const [said, bytes] = splitHead(withHead(head, body))
      expect(said).toEqual(JSON.parse(JSON.stringify(head)))
      expect([...bytes]).toEqual([...body])
    }),
  )
})
