import { describe, expect, test } from 'vitest'
import { type User, user, userKind } from '#contract/people/users.ts'
import { kind } from '#contract/wire/record.ts'
import { switchDigest } from '#src/areas/users/changes/digest-commands.ts'
import { foldOf } from '#src/offline/fold/fold.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aPerson } from '#tests/support/builders/a-person.ts'
import { aUser } from '#tests/support/builders/a-user.ts'

const users = kind<User>(userKind.name, userKind.keyOf)
const maria = aPerson({ wants_digest: false })
const on = { was: maria, to: true }

describe('the morning digest, switched on', () => {
  test('is asked for of oneself alone, and shows while it waits', () => {
    expect(switchDigest.endpoint.path).toBe('/api/users/users/me/')
    expect(switchDigest.request(on)).toEqual({ body: { wants_digest: true } })
    const fold = foldOf([{ effects: switchDigest.effects(on), settled: null }])
    expect(fold.rows(users, [maria])).toEqual([{ ...maria, wants_digest: true }])
  })

  test('stands behind an administrator’s changes of the same person, and gives them its version', () => {
    expect(switchDigest.touches(on)).toEqual(['user/12'])
    const reply = aUser({ id: 12, version: 5 })
    expect(switchDigest.versions(reply, on)).toEqual([{ key: 'user/12', version: 5 }])
    expect(switchDigest.versions(aDriver(), on)).toEqual([])
  })

  test('and off again is one change, and none to the server', () => {
    expect(switchDigest.merge?.(on, { was: { ...maria, wants_digest: true }, to: false })).toEqual({
      was: maria,
      to: false,
    })
  })

  test('is told in words, and taken back by its opposite', () => {
    expect(switchDigest.describe(on)).toEqual({ record: 'Maria Lopez', change: 'Morning digest by email: On' })
    const [field] = switchDigest.fields?.(on) ?? []
    expect([field?.words(field.was), field?.words(field.yours), field?.without()]).toEqual(['Off', 'On', null])
    const [back] = switchDigest.inverse?.(on) ?? []
    expect(back).toMatchObject({ input: { was: { wants_digest: true }, to: false }, seenVersion: 4 })
  })

  test('by somebody whom the device kept before there was a digest is the same', () => {
    const { wants_digest: _, ...kept } = maria
    expect(user.parse(kept)).toEqual(kept)
    const input = switchDigest.input.parse({ was: kept, to: true })
    expect(switchDigest.fields?.(input)[0]?.was).toBe(false)
    expect(foldOf([{ effects: switchDigest.effects(input), settled: null }]).rows(users, [kept])).toEqual([
      { ...kept, wants_digest: true },
    ])
  })
})
