import type { Dispatcher } from '#contract/people/dispatchers.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { changeDispatcherStatus } from '#src/areas/dispatchers/dispatcher-commands.ts'
import { changeDrivers } from '#src/areas/dispatchers/dispatcher-drivers-commands.ts'
import { changeDispatcherPhoto } from '#src/areas/dispatchers/dispatcher-photo-commands.ts'
import { assignUnit } from '#tests/support/server/company.ts'
import { changeCase } from './change-case.ts'
import { TODAY } from './change-desk.ts'

const nameOf = ({ id, user }: Dispatcher) => ({ id, user })
const refOf = ({ id, user }: Driver) => ({ id, name: fullName(user), units: [] })

export const dispatcherCases = [
  changeCase(changeDispatcherStatus, async (desk) => {
    return { was: await desk.dispatcher(), to: 'on_vacation' as const, on: TODAY, until: '2026-12-01' }
  }),
  changeCase(changeDispatcherPhoto, async (desk) => {
    return { was: await desk.dispatcher(), to: await desk.photo(), shown: null }
  }),
  changeCase(changeDrivers, async (desk) => {
    const [dispatcher, from] = [await desk.dispatcher(), await desk.dispatcher()]
    const [comes, goes] = [await desk.driver({ dispatcher: from.id }), await desk.driver({ dispatcher: dispatcher.id })]
    await assignUnit(desk.site.db, comes.id, 'truck', 'T-CHANGE-DRIVERS')
    await assignUnit(desk.site.db, comes.id, 'trailer', 'TL-CHANGE-DRIVERS')
    return {
      dispatcher: nameOf(dispatcher),
      add: [{ ...refOf(comes), from: nameOf(from) }],
      remove: [refOf(goes)],
    }
  }),
]
