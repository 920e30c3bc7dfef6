import { randomUUID } from 'node:crypto'
import { switchDigest } from '#src/areas/users/changes/digest-commands.ts'
import { createUser, type NewUserInput } from '#src/areas/users/changes/new-user-commands.ts'
import { changeUser } from '#src/areas/users/changes/user-commands.ts'
import { changeUserPhoto } from '#src/areas/users/changes/user-photo-commands.ts'
import { endSessions } from '#src/areas/users/security/end-sessions-commands.ts'
import { assignUnit } from '#tests/support/server/company.ts'
import { changeCase } from './change-case.ts'
import type { ChangeDesk } from './change-desk.ts'

const newUser = (role: Partial<NewUserInput['user']>): NewUserInput => ({
  user: {
    ...{ client_id: randomUUID(), role: 'dispatcher', first_name: 'Maria', last_name: 'Lopez' },
    ...{ email: `${randomUUID()}@haulyard.example`, phone: '+1 312 555 0100', ...role },
  },
  ...{ password: 'a long password of a user', send_email: false, photo: null, shown: null },
})
const aDriverPart = {
  status: 'on_the_road',
  position: 'company_driver',
  gomotive_id: 880_011,
  pilot_flying_j_driver_id: 990_011,
} as const

const userOf = async (desk: ChangeDesk, { user: { id } }: { user: { id: number } }) =>
  desk.find(`/api/users/users/${id}/`)

export const userCases = [
  changeCase(createUser, async () => newUser({ role: 'driver', driver: aDriverPart })),
  changeCase(createUser, async () => newUser({ role: 'dispatcher', dispatcher: { status: 'working' } })),
  changeCase(changeUser, async (desk) => {
    return {
      was: await userOf(desk, await desk.driver()),
      to: { last_name: 'Hall', 'driver.status': 'on_vacation' as const },
    }
  }),
  // A driver with units and a dispatcher leaves the role.
  changeCase(changeUser, async (desk) => {
    const driver = await desk.driver({ dispatcher: (await desk.dispatcher()).id })
    await assignUnit(desk.site.db, driver.id, 'truck', 'T-LEAVES')
    await assignUnit(desk.site.db, driver.id, 'trailer', 'TL-LEAVES')
    return { was: await userOf(desk, driver), to: { role: 'fleet_manager' as const } }
  }),
  changeCase(changeUser, async (desk) => {
    const was = await desk.user()
    await desk.site.as(was.id)
    return { was, to: { is_active: false } }
  }),
  changeCase(changeUserPhoto, async (desk) => {
    return { was: await userOf(desk, await desk.driver()), to: await desk.photo(), shown: null }
  }),
  changeCase(changeUserPhoto, async (desk) => {
    return { was: await userOf(desk, await desk.dispatcher()), to: await desk.photo(), shown: null }
  }),
  changeCase(switchDigest, async ({ ann }) => ({ was: ann, to: true })),
  changeCase(endSessions, async (desk) => {
    const user = await desk.user()
    await desk.site.as(user.id)
    return { user }
  }),
]
