import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { vehicleFixOf } from '#server/providers/telematics/motive/motive-fix.ts'
import { actionOf, isSignedBy, webhookFix } from '#server/providers/telematics/motive/motive-webhook.ts'
import { aFix } from '#tests/support/yard/motive-records.ts'

const NOW = new Date('2026-11-21T18:00:00Z')

describe('a signature', () => {
  test.each([
    ['["fault_code_closed"]', 'd9d36bea41c44ae49d1bfc4a48ba2abe', 'f04a8386a21a6cba0447024e83b3f0983352bb72'],
    ['{"action":"test"}', '8cbd43f98ba1e33c28c9', '5e1a966298ba4f3e91847aea8746198ca0530dd2'],
  ])('of %s matches the vendor’s own example', (body, secret, signature) => {
    expect(isSignedBy(secret, Buffer.from(body), signature)).toBe(true)
    expect(isSignedBy(secret, new TextEncoder().encode(body), signature.toUpperCase())).toBe(true)
    expect(isSignedBy(`${secret}x`, Buffer.from(body), signature)).toBe(false)
    expect(isSignedBy(secret, Buffer.from(`${body} `), signature)).toBe(false)
  })

  test.each([undefined, '', 'f04a', `f04a8386a21a6cba0447024e83b3f0983352bb72f0`, 'z'.repeat(40)])(
    'that is missing, too short, too long or not hexadecimal is wrong: %o',
    (signature) => {
      const body = Buffer.from('["fault_code_closed"]')
      expect(isSignedBy('d9d36bea41c44ae49d1bfc4a48ba2abe', body, signature)).toBe(false)
    },
  )

  test('made with an empty secret is never accepted', () => {
    const body = Buffer.from('{"action":"test"}')
    expect(isSignedBy('', body, createHmac('sha1', '').update(body).digest('hex'))).toBe(false)
  })

  test('is accepted for its body and its secret, and refused with one character changed', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ minLength: 1 }), fc.nat(), (body, secret, n) => {
        const signature = createHmac('sha1', secret).update(body).digest('hex')
        expect(isSignedBy(secret, body, signature)).toBe(true)
        const at = n % 40
        const other = signature[at] === '0' ? '1' : '0'
        expect(isSignedBy(secret, body, signature.slice(0, at) + other + signature.slice(at + 1))).toBe(false)
      }),
    )
  })
})

test.each([
  [['fault_code_closed'], 'fault_code_closed'],
  [{ action: 'vehicle_location_updated', vehicle_id: 1 }, 'vehicle_location_updated'],
  [{ action: 'test' }, 'test'],
  [{ action: '' }, null],
  [{ action: 7 }, null],
  [{ action: 'x'.repeat(101) }, null],
  [[7], null],
  [[], null],
  [{}, null],
  ['vehicle_location_updated', null],
  [null, null],
])('the action of %o is %o', (body, action) => {
  expect(actionOf(body)).toBe(action)
})

describe('a location webhook', () => {
  const action = 'vehicle_location_updated'
  const id = '5d3d5cf6-501f-4566-ad07-a80c05c743a7'

  test('contains the vehicle and its location', () => {
    expect(webhookFix({ action, ...aFix(), id, vehicle_id: 123 }, NOW)).toEqual({
      vehicle: 123,
      fix: vehicleFixOf(aFix(), NOW),
    })
  })

  test('is accepted with other field names', () => {
    const vehicle = { id: 124 }
    for (const body of [
      { action, vehicle, current_location: aFix() },
      { action, vehicle, location: aFix() },
      { action, vehicle_id: '124', vehicle_location: aFix() },
      { action, vehicle: { ...vehicle, current_location: aFix() } },
    ]) {
      expect(webhookFix(body, NOW)).toMatchObject({ vehicle: 124, fix: { lat: 41.525 } })
    }
  })

  test.each([
    ['names no vehicle', { action, ...aFix(), id: 9 }],
    ['has an impossible location', { action, ...aFix({ lat: 0, lon: 0 }), vehicle_id: 1 }],
    ['is in the future', { action, ...aFix({ located_at: '2026-11-21T18:05:01Z' }), vehicle_id: 1 }],
    ['has no location', { action, vehicle_id: 1 }],
    ['has another action', { ...aFix(), action: 'vehicle_location_received', vehicle_id: 1 }],
    ['is a list', [action]],
    ['is null', null],
  ])('that %s is ignored', (_name, body) => {
    expect(webhookFix(body, NOW)).toBeNull()
  })

  test('never throws, whatever the body contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        for (const sent of [body, { action, vehicle_id: 1, location: body }, { action, vehicle: body }]) {
          expect(() => [actionOf(sent), webhookFix(sent, NOW)]).not.toThrow()
        }
      }),
    )
  })
})
