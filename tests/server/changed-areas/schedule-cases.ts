import { randomUUID } from 'node:crypto'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { fillDays } from '#src/areas/schedule/fill-days-commands.ts'
import { changeDay, createDay } from '#src/areas/schedule/schedule-commands.ts'
import { setDays } from '#src/areas/schedule/set-days-commands.ts'
import { changeCase } from './change-case.ts'
import { type ChangeDesk, TODAY } from './change-desk.ts'

const driverName = 'Terrence Boone'

/** A driver's first planned day. */
async function aDay(desk: ChangeDesk): Promise<ScheduleDay> {
  const { id } = await desk.driver()
  const body = { driver: id, date: TODAY, status: 'on_the_road', description: 'Gary', client_id: randomUUID() }
  return (await desk.admin('POST', '/api/schedule/', { body })).body
}

export const scheduleCases = [
  changeCase(createDay, async (desk) => {
    const { id } = await desk.driver()
    const day = { driver: id, date: TODAY, status: 'on_the_road', description: '', client_id: randomUUID() } as const
    return { driverName, day }
  }),
  changeCase(changeDay, async (desk) => ({
    driverName,
    was: await aDay(desk),
    to: { status: 'on_vacation' as const },
  })),
  changeCase(setDays, async (desk) => {
    const was = await aDay(desk)
    return { driver: was.driver, driverName, days: [{ date: was.date, was, to: { status: null } }] }
  }),
  changeCase(fillDays, async (desk) => {
    const was = await aDay(desk)
    const days = [{ date: was.date, was, client_id: null }]
    return { driver: was.driver, driverName, status: 'on_vacation' as const, days }
  }),
]
