import { beforeEach, expect, test } from 'vitest'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { ALL, aFault, FAULTY, yardForEach } from '#tests/support/yard/inspected-yard.ts'

const { yard } = yardForEach()
beforeEach(async () => {
  await yard.greg('POST', '/api/trucks/', { body: aTruck('1043') })
})

const MANY = Array.from({ length: 12 }, (_, at) => at)
/** All reports, the last created first. */
const reports = async () =>
  (await yard.greg('GET', `${ALL}?limit=50`)).body.results.toSorted(
    (a: { id: number }, b: { id: number }) => b.id - a.id,
  )
const majors = async (truck: string) => (await yard.greg('GET', `/api/trucks/${truck}/`)).body.open_major_defects
/** Sends a request again while another request is moving the same report (409). Returns the final status. */
async function retryWhileBusy(send: () => Promise<{ status: number }>): Promise<number> {
  for (;;) {
    const { status } = await send()
    if (status !== 409) return status
  }
}

test('of reports created at the same time, one is the latest of its kind, and every defect counts', async () => {
  await Promise.all(MANY.map(() => yard.createReport({ ...FAULTY, defects: [aFault()] })))
  const made = await reports()
  expect(made).toHaveLength(MANY.length)
  expect(made.map(({ is_latest }: { is_latest: boolean }) => is_latest)).toEqual(MANY.map((at) => at === 0))
  expect(await majors('1042')).toBe(MANY.length)
})

test('after reports are moved, settled and deleted at the same time, each unit has one latest report and its own defects', async () => {
  const made = await Promise.all(MANY.map(() => yard.createReport({ ...FAULTY, defects: [aFault()] })))
  const defectOf = (at: number) => made[at]?.defects[0]?.id
  const work = MANY.map((at) => () => {
    const path = `${ALL}${made[at]?.id}/`
    if (at < 4) return yard.greg('PATCH', path, { body: { transport: '1043' } })
    if (at < 6) return yard.admin('DELETE', path)
    const repaired = { state: 'repaired', settled_by: 'Ed Shaw', settled_at: null, settled_note: 'New tire' }
    if (at < 8) return yard.greg('PATCH', `/api/maintenance/defects/${defectOf(at)}/`, { body: repaired })
    return yard.greg('PATCH', path, { body: { transport: '1043' } })
  })
  const moved = MANY.slice(0, 8).map((at) => () => {
    const back = { body: { transport: at % 2 === 0 ? '1042' : '1043' } }
    return yard.greg('PATCH', `${ALL}${made[at]?.id}/`, back)
  })
  const statuses = await Promise.all([...work, ...moved].map(retryWhileBusy))
  expect(statuses.filter((status) => ![200, 204, 404].includes(status))).toEqual([])
  const left = await reports()
  expect(left).toHaveLength(MANY.length - 2)
  for (const truck of ['1042', '1043']) {
    const here = left.filter(({ transport }: { transport: { id: string } }) => transport.id === truck)
    const last = here.map(({ is_latest }: { is_latest: boolean }) => is_latest)
    expect(last).toEqual(here.map((_: unknown, at: number) => at === 0))
    const open = here.flatMap(({ defects }: { defects: { state: string }[] }) =>
      defects.filter(({ state }) => state === 'open'),
    )
    expect(await majors(truck)).toBe(open.length)
  }
})
