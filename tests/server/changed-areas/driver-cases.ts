import { unitNameOf } from '#contract/units/unit-assignment.ts'
import { UNIT_KINDS } from '#contract/units/unit-choices.ts'
import { changedBy } from '#contract/wire/record.ts'
import { changeDriverStatus } from '#src/areas/drivers/changes/driver-commands.ts'
import { changeDriverDetails } from '#src/areas/drivers/changes/driver-details-commands.ts'
import { changeDriverPhoto } from '#src/areas/drivers/changes/driver-photo-commands.ts'
import { assignUnit } from '#src/areas/drivers/changes/driver-unit-commands.ts'
import { assignUnit as giveUnit } from '#tests/support/server/company.ts'
import { changeCase } from './change-case.ts'
import { TODAY } from './change-desk.ts'

export const driverCases = [
  changeCase(changeDriverStatus, async (desk) => {
    return { was: await desk.driver(), to: 'on_vacation' as const, on: TODAY, until: null }
  }),
  changeCase(changeDriverStatus, async (desk) => {
    const { id } = await desk.driver()
    await giveUnit(desk.site.db, id, 'truck', 'T-FIRING')
    return { was: await desk.find(`/api/drivers/${id}/`), to: 'firing_process' as const, on: TODAY, until: null }
  }),
  changeCase(changeDriverDetails, async (desk) => {
    return {
      was: await desk.driver(),
      to: { med_expire: '2027-03-01', position: 'owner_operator' as const, rate: '0.61' },
    }
  }),
  changeCase(changeDriverDetails, async (desk) => {
    const [from, to] = [await desk.dispatcher(), await desk.dispatcher()]
    const { id } = await desk.driver({ dispatcher: from.id })
    await giveUnit(desk.site.db, id, 'truck', 'T-DISPATCHER')
    await giveUnit(desk.site.db, id, 'trailer', 'TL-DISPATCHER')
    return { was: await desk.find(`/api/drivers/${id}/`), to: { dispatcher: { id: to.id, user: to.user } } }
  }),
  changeCase(changeDriverPhoto, async (desk) => ({ was: await desk.driver(), to: await desk.photo(), shown: null })),
  ...UNIT_KINDS.map((kind) =>
    changeCase(assignUnit, async (desk) => {
      const [driver, other] = [await desk.driver(), await desk.driver()]
      const { id } = await desk.unit(kind, { driver: other.id })
      return {
        driver: changedBy.parse({ ...driver.user, id: driver.id }),
        seen: driver,
        sort: kind,
        to: unitNameOf(await desk.find(`/api/${kind}s/${id}/`)),
        former: null,
        takenFrom: changedBy.parse({ ...other.user, id: other.id }),
        on: TODAY,
      }
    }),
  ),
]
