import fc from 'fast-check'
import { vi } from 'vitest'
import { AREAS, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { isOfOtherRights } from '#src/offline/required-access.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { CompanyModel, type ModelChange, type ServerFault } from './company-model.ts'
import { accessOf, MODEL_LISTS, PAPERS, rowsOf, setScopeIgnored } from './model-lists.ts'
import { ModelServer } from './model-server.ts'
import type { DeviceFault, ReplicaDevice } from './replica-device.ts'

type Step =
  | { readonly do: 'change' | 'begin' | 'own'; readonly change: ModelChange; readonly device: number }
  | { readonly do: 'commit' | 'roll_back'; readonly of: number }
  | { readonly do: 'permissions'; readonly device: number; readonly view: readonly boolean[] }
  | { readonly do: 'connect' | 'cut' | 'offline' | 'online' | 'crash' | 'pass'; readonly device: number }
  | { readonly do: 'kill'; readonly device: number; readonly at: 'before' | 'after' }
  | { readonly do: 'read'; readonly device: number; readonly count: number }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'back_up' | 'restore' | 'restart_server' }
/** A step, and for how many turns of the promises the devices and the server go on before the next one. */
type TimedStep = Step & { readonly turns: number }

const change = fc.record({
  kind: fc.constantFrom<ModelChange['kind'][]>(
    'rename',
    'rename',
    'rename',
    'leave',
    'hire',
    'assign',
    'rename_dispatcher',
  ),
  of: fc.nat(40),
  name: fc.constantFrom('Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'),
})
const device = fc.nat(1)
const named = <const Names extends string>(...names: Names[]) => fc.constantFrom(...names)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: named('change', 'change', 'begin', 'own'), change, device }) },
  { weight: 3, arbitrary: fc.record({ do: named('commit', 'commit', 'roll_back'), of: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: named('permissions'),
      device,
      view: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: named('connect', 'connect', 'cut', 'offline', 'online', 'crash', 'pass'),
      device,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: named('kill'), device, at: named('before', 'after') }) },
  { weight: 6, arbitrary: fc.record({ do: named('read'), device, count: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: named('wait'), milliseconds: fc.constantFrom(10, 150, 600, 3_000, 40_000, 1_000_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: named('back_up', 'restore', 'restart_server') }) },
)
const steps = fc.array(
  fc.tuple(step, fc.nat(12)).map(([one, turns]): TimedStep => ({ ...one, turns })),
  { minLength: 5, maxLength: 40, size: 'max' },
)
/** Both devices have everything and listen. */
const LISTENING: readonly TimedStep[] = [
  { do: 'connect', device: 0, turns: 9 },
  { do: 'connect', device: 1, turns: 9 },
  { do: 'wait', milliseconds: 600, turns: 0 },
  { do: 'read', device: 0, count: 9, turns: 0 },
  { do: 'read', device: 1, count: 9, turns: 0 },
  { do: 'wait', milliseconds: 3_000, turns: 0 },
]
/** The user of the second one sees less. */
const OTHER_RIGHTS: TimedStep = { do: 'permissions', device: 1, view: [true, false], turns: 0 }
export const programs = fc
  .tuple(fc.constantFrom<(readonly TimedStep[])[]>([], LISTENING, [OTHER_RIGHTS, ...LISTENING]), steps)
  .map(([beginning, more]): readonly TimedStep[] => [...beginning, ...more])

export interface Faults {
  readonly server?: ServerFault
  readonly device?: DeviceFault
}

const DRIVERS = 7
const LOOK_MS = 250
const MAX_OPEN_MS = 10_000
const permissions = (of: CurrentUser, granted: readonly boolean[]): CurrentUser => ({
  ...of,
  view_permissions: AREAS.map((_, area) => ({
    id: area,
    area,
    // Views of dispatchers and drivers: the former alone lets pickers be seen, without the drivers' papers.
    user_has_permission: granted[area] ?? false,
  })),
  edit_permissions: AREAS.map((_, area) => ({ id: area, area, user_has_permission: false })),
})
const sessionOf = (at: number) => `session ${at}`
let lastUser = 0

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await null
}

/** Runs a program. Returns what differs once everything is quiet; empty if nothing does. */
export async function runProgram(
  program: readonly TimedStep[],
  devices: readonly ReplicaDevice[],
  faults: Faults = {},
): Promise<readonly string[]> {
  const company = new CompanyModel(DRIVERS)
  company.fault = faults.server ?? null
  setScopeIgnored(faults.server === 'users with other rights get the same rows')
  lastUser += devices.length
  // A position from before the first change would fit any history.
  const first = company.begin({ kind: 'hire', of: 0, name: 'Ann' })
  if (first) company.commit(first)
  const users = devices.map((_, at): [string, CurrentUser] => [
    sessionOf(at),
    permissions(aUser({ id: lastUser + at }), [true, true]),
  ])
  const server = new ModelServer(company, new Map(users))
  for (const [at, one] of devices.entries()) one.begin({ server, session: sessionOf(at), fault: faults.device ?? null })
  const context = { company, server, devices, restore: company.backUp() }
  for (const one of program) {
    await take(context, one)
    await turns(one.turns)
    for (const killed of devices.filter(({ isKilled }) => isKilled)) killed.start()
  }
  await becomeQuiet(context)
  const found = await differences(context)
  for (const one of devices) one.end()
  await server.stop()
  vi.clearAllTimers()
  return found
}

interface Context {
  readonly company: CompanyModel
  readonly server: ModelServer
  readonly devices: readonly ReplicaDevice[]
  restore: () => void
}

async function take(context: Context, step: Step): Promise<void> {
  const { company, server, devices } = context
  const device = 'device' in step ? devices[step.device] : undefined
  switch (step.do) {
    case 'change': {
      const begun = company.begin(step.change)
      if (begun) company.commit(begun)
      return
    }
    case 'begin':
      company.begin(step.change)
      return
    case 'own':
      if (device?.isOnline) device.change(server.change(sessionOf(step.device), step.change))
      return
    case 'commit':
    case 'roll_back': {
      const transaction = company.open[step.of % Math.max(1, company.open.length)]
      if (transaction && step.do === 'commit') company.commit(transaction)
      else if (transaction) company.rollBack(transaction)
      return
    }
    case 'permissions':
      if (device) await changePermissions(context, step.device, step.view)
      return
    case 'connect':
      void device?.connect()
      return
    case 'cut':
      device?.cut()
      return
    case 'offline':
    case 'online':
      if (device) device.isOnline = step.do === 'online'
      return
    case 'crash':
      device?.start()
      return
    case 'kill':
      device?.killAtNextWrite(step.at)
      return
    case 'pass':
      void device?.pass()
      return
    case 'read':
      device?.read(step.count)
      return
    case 'wait':
      // See `SLACK_MS` in `event-service.ts`: what is on screen may lack the change of a longer transaction.
      for (const transaction of [...company.open])
        if (Date.now() + step.milliseconds - transaction.row.at > MAX_OPEN_MS) company.rollBack(transaction)
      await vi.advanceTimersByTimeAsync(step.milliseconds)
      return
    case 'back_up':
      // An earlier number that is committed after the backup would be missed without any sign.
      if (company.open.length === 0) context.restore = company.backUp()
      return
    case 'restore':
      // A copy that was just fetched may have changes from after its position, so the position can't tell.
      await becomeQuiet(context)
      context.restore()
      void server.restart()
      // What is on screen would stay as it was: the event stream can't tell that its position is of another history.
      for (const one of devices) one.start()
      return
    case 'restart_server':
      void server.restart()
      return
  }
}

/**
 * Changes a user's rights. Not back to what the device still believes: then it would never learn of the rights between,
 * under which the server may have sent it a page.
 */
async function changePermissions({ server, company, devices }: Context, at: number, view: readonly boolean[]) {
  const now = server.userOf(sessionOf(at))
  const next = permissions(now, view)
  const [known, before, after] = [devices[at]?.user, now, next].map((user) => can(user, PAPERS))
  if (known === after && before !== after) return
  server.users.set(sessionOf(at), next)
  company.changeUser(now.id)
  await vi.advanceTimersByTimeAsync(LOOK_MS)
}

/** Ends all trouble, and waits until nothing happens any more. */
async function becomeQuiet({ company, devices }: Context): Promise<void> {
  for (const transaction of [...company.open]) company.commit(transaction)
  for (let round = 0; round < 12; round += 1) {
    for (const one of devices) {
      if (one.isKilled) one.start()
      one.isOnline = true
      if (!one.isListening) await one.connect()
    }
    await vi.advanceTimersByTimeAsync(round < 8 ? 4_000 : 200_000)
    for (const one of devices) one.read(1_000)
    if (round === 8) for (const one of devices) void one.pass()
  }
}

async function differences({ server, devices, company }: Context): Promise<readonly string[]> {
  const found: string[] = server.errors.map((error) => `the server reported ${String(Object(error).err)}`)
  const say = (what: string, has: unknown, should: unknown) => {
    const [a, b] = [has, should].map((one) => JSON.stringify(one))
    if (a !== b) found.push(`${what}:\n  has    ${a}\n  should ${b}`)
  }
  for (const [at, device] of devices.entries()) {
    const user = server.userOf(sessionOf(at))
    found.push(...device.troubles.map((error) => `device ${at} reported ${String(error)}`))
    for (const list of MODEL_LISTS) {
      const stored = await device.storedRows(list)
      const name = `device ${at}, ${list}`
      if (!can(user, accessOf(list))) {
        say(`${name}, without permission`, stored, null)
        continue
      }
      const rows = device.unpack(list, JSON.parse(JSON.stringify(rowsOf(company, list, user))))
      say(name, stored, { rows, count: rows.length })
      if (list !== 'drivers.list') continue
      const shown = device.rowsOnScreen()
      say(`${name}, on screen`, shown?.rows, rows.slice(0, shown?.rows.length ?? 1))
      say(`${name}, count on screen`, shown?.count, rows.length)
    }
    for (const [hash, { needs }] of device.stored)
      if (needs && isOfOtherRights(needs, user)) found.push(`device ${at} still has ${hash}`)
  }
  return found
}
