import { describe, expect, test } from 'vitest'
import { type User, user, userKind } from '#contract/people/users.ts'
import { kind } from '#contract/wire/record.ts'
import { switchDigest } from '#src/areas/users/changes/digest-commands.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aPerson } from '#tests/support/builders/a-person.ts'
import { aUser } from '#tests/support/builders/a-user.ts'

const users = kind<User>(userKind.name, userKind.keyOf)
const maria = aPerson({ wants_digest: false })
const switchedOn = { was: maria, to: true }

describe('switching the morning digest on', () => {
  test('is sent for the user’s own account, and shows while it waits', () => {
    expect(switchDigest.endpoint.path).toBe('/api/users/users/me/')
    expect(switchDigest.request(switchedOn)).toEqual({ body: { wants_digest: true } })
    const fold = foldOf([{ effects: switchDigest.effects(switchedOn), settled: null }])
    expect(fold.rows(users, [maria])).toEqual([{ ...maria, wants_digest: true }])
  })

  test('touches the same record as an administrator’s changes of the user, and passes its version on', () => {
    expect(switchDigest.touches(switchedOn)).toEqual(['user/12'])
    const reply = aUser({ id: 12, version: 5 })
    expect(switchDigest.versions(reply, switchedOn)).toEqual([{ key: 'user/12', version: 5 }])
    expect(switchDigest.versions(aDriver(), switchedOn)).toEqual([])
  })

  test('merges with switching it off again into a change from off to off', () => {
    expect(switchDigest.merge?.(switchedOn, { was: { ...maria, wants_digest: true }, to: false })).toEqual({
      was: maria,
      to: false,
    })
  })

  test('is described in words, and undone by its opposite', () => {
    expect(switchDigest.describe(switchedOn)).toEqual({ record: 'Maria Lopez', change: 'Morning digest by email: On' })
    const [field] = switchDigest.fields?.(switchedOn) ?? []
    expect([field?.words(field.was), field?.words(field.yours), field?.without()]).toEqual(['Off', 'On', null])
    const [back] = switchDigest.inverse?.(switchedOn) ?? []
    expect(back).toMatchObject({ input: { was: { wants_digest: true }, to: false }, seenVersion: 4 })
  })

  test('works for a user who was stored before the app had a digest', () => {
    const { wants_digest: _, ...formerUser } = maria
    expect(user.parse(formerUser)).toEqual(formerUser)
    const input = switchDigest.input.parse({ was: formerUser, to: true })
    expect(switchDigest.fields?.(input)[0]?.was).toBe(false)
    expect(foldOf([{ effects: switchDigest.effects(input), settled: null }]).rows(users, [formerUser])).toEqual([
      { ...formerUser, wants_digest: true },
    ])
  })
})
