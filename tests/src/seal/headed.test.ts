import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headAndBody, withHead } from '#src/seal/headed.ts'

test('a head and a body come apart as they were, whatever they are', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.uint8Array(), (head, body) => {
      const [said, bytes] = headAndBody(withHead(head, body))
      expect(said).toEqual(JSON.parse(JSON.stringify(head)))
      expect([...bytes]).toEqual([...body])
    }),
  )
})
