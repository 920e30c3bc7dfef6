import { expect, test } from 'vitest'
import type { User } from '#contract/people/users.ts'
import { changeUser } from '#src/areas/users/changes/user-commands.ts'
import { withManagerContacts } from '#src/lookups/copied-contacts.ts'
import { foldOf } from '#src/offline/fold/fold.ts'
import { aPerson } from '#tests/support/builders/a-person.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'

const greg: User = aPerson({ id: 2, first_name: 'Greg', last_name: 'Novak' })
const { extra_info } = aTruck()
const his = aTruck({
  extra_info: { ...extra_info, fleet_manager: { id: 2, first_name: 'Greg', last_name: 'Novak' } },
})
const byHand = aTruck({ id: '7', extra_info: { ...extra_info, fleet_manager: null } })
const waiting = (to: Parameters<typeof changeUser.effects>[0]['to']) =>
  foldOf([{ effects: changeUser.effects({ was: greg, to }), settled: null }])

test('a person’s change that waits shows on the units whose contact is a copy, and on no other', () => {
  const [first, second] = withManagerContacts([his, byHand], waiting({ phone: '1', last_name: 'Nowak' }))
  expect(first?.extra_info).toMatchObject({
    fleet_manager_name: 'Greg Nowak',
    fleet_manager_phone: '1',
    fleet_manager_email: extra_info.fleet_manager_email,
  })
  expect(second).toBe(byHand)
})

test('a change of something else leaves the rows as they are', () => {
  const rows = [his, byHand]
  expect(withManagerContacts(rows, waiting({ is_active: false }))).toBe(rows)
})
