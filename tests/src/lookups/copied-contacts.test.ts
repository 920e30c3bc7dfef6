import { expect, test } from 'vitest'
import type { User } from '#contract/people/users.ts'
import { changeUser } from '#src/areas/users/changes/user-commands.ts'
import { withManagerContacts } from '#src/lookups/copied-contacts.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aPerson } from '#tests/support/builders/a-person.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'

const greg: User = aPerson({ id: 2, first_name: 'Greg', last_name: 'Novak' })
const { extra_info } = aTruck()
const copied = aTruck({
  extra_info: { ...extra_info, fleet_manager: { id: 2, first_name: 'Greg', last_name: 'Novak' } },
})
const manual = aTruck({ id: '7', extra_info: { ...extra_info, fleet_manager: null } })
const foldOfChange = (to: Parameters<typeof changeUser.effects>[0]['to']) =>
  foldOf([{ effects: changeUser.effects({ was: greg, to }), settled: null }])

test('a waiting change of a user shows on units that copied the user’s contact data, and on no others', () => {
  const [first, second] = withManagerContacts([copied, manual], foldOfChange({ phone: '1', last_name: 'Nowak' }))
  expect(first?.extra_info).toMatchObject({
    fleet_manager_name: 'Greg Nowak',
    fleet_manager_phone: '1',
    fleet_manager_email: extra_info.fleet_manager_email,
  })
  expect(second).toBe(manual)
})

test('a change of other fields returns the same rows', () => {
  const rows = [copied, manual]
  expect(withManagerContacts(rows, foldOfChange({ is_active: false }))).toBe(rows)
})
