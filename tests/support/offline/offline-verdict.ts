import { editsIn } from './offline-acts.ts'
import type { OfflineRun } from './offline-run.ts'

/** The broken promises of a run, after `runUntilIdle`; empty if there are none. */
export function verdictOf(run: OfflineRun): readonly string[] {
  return [
    ...lostOrTwice(run),
    ...outOfOrder(run),
    ...beforeItsDependency(run),
    ...asAnotherUser(run),
    ...undecided(run),
    ...copiesThatDiffer(run),
    ...run.sentTwice.map((key) => `${key} was on its way from two tabs`),
    ...run.signIns.sent.map((key) => `${key} was sent before its user released it`),
    ...rememberedSecrets(run),
    ...run.server.editsWithoutSecret.map((edit) => `edit ${edit} was sent without its secret`),
    ...run.server.reusedKeys.map((key) => `${key} arrived with different requests`),
  ]
}

/** How often the server made each edit, on its own or merged into another one: the maximum over the edit's things. */
function effectsOf(run: OfflineRun): ReadonlyMap<number, number> {
  const counts = new Map<string, number>()
  for (const { edit, covers, thing } of run.server.history) {
    for (const one of [edit, ...covers]) counts.set(`${one} ${thing}`, (counts.get(`${one} ${thing}`) ?? 0) + 1)
  }
  const highest = new Map<number, number>()
  for (const [name, count] of counts) {
    const edit = Number(name.split(' ')[0])
    highest.set(edit, Math.max(highest.get(edit) ?? 0, count))
  }
  return highest
}

/** The states in which the device shows each edit. */
function statesOf(run: OfflineRun): ReadonlyMap<number, readonly string[]> {
  const states = new Map<number, string[]>()
  const add = (input: unknown, state: string) => {
    const { edit, covers } = editsIn(input)
    for (const one of [edit, ...covers]) states.set(one, [...(states.get(one) ?? []), state])
  }
  for (const disk of run.disks.values()) {
    for (const entry of disk.content.entries.values()) add(entry.input, entry.state)
    for (const { id, state, entry } of disk.content.finalStates.values()) {
      const input = entry?.input ?? disk.inputs.get(id)
      // A change that was shown as not saved leaves a final state without an entry, for its sequence number.
      const isNotSaved = state === 'discarded' && entry === null && run.ledger.rejected.has(editsIn(input).edit)
      if (state === 'done' || (state === 'discarded' && !isNotSaved)) add(input, state)
    }
  }
  return states
}

function lostOrTwice(run: OfflineRun): readonly string[] {
  const { ledger, wiped } = run
  const effects = effectsOf(run)
  const states = statesOf(run)
  return [...ledger.owners].flatMap(([edit, user]) => {
    const made = effects.get(edit) ?? 0
    const shown = states.get(edit) ?? []
    const facts = `edit ${edit} is shown as [${shown}], made ${made} times`
    if (made > 1) return [facts]
    if (ledger.rejected.has(edit)) return made > 0 || shown.length > 0 ? [`${facts}, and was not saved`] : []
    if (ledger.withdrawn.has(edit) && !ledger.mayBeRestored(edit)) {
      const isGone = made === 0 && shown.every((state) => state === 'discarded')
      return isGone ? [] : [`${facts}, and was taken back`]
    }
    if (shown.length > 1) return [facts]
    if (!ledger.accepted.has(edit)) return []
    if (ledger.mayBeWithdrawn(edit)) return []
    const isForgotten = wiped.has(user) && shown.length === 0 && made === 1
    const isMade = shown[0] === 'done' && made === 1
    const isWaiting = shown.length === 1 && shown[0] !== 'done' && shown[0] !== 'discarded' && made === 0
    return isForgotten || isMade || isWaiting ? [] : [facts]
  })
}

function outOfOrder(run: OfflineRun): readonly string[] {
  const wrong: string[] = []
  const last = new Map<string, number>()
  for (const { thing, user, device, seq, edit } of run.server.history) {
    if (edit < 0 || run.ledger.mayBeWithdrawn(edit) || run.ledger.moved.has(edit)) continue
    const line = `${user} ${device} ${thing}`
    const before = last.get(line) ?? 0
    if (seq <= before) wrong.push(`edit ${edit} (no. ${seq}) of ${thing} was made after no. ${before}`)
    last.set(line, Math.max(seq, before))
  }
  return wrong
}

/** Notes that the server made before an earlier change of their thing by the same user and device. */
function beforeItsDependency({ server, ledger }: OfflineRun): readonly string[] {
  return server.history.flatMap(({ edit, seq, user, device, after }, at) =>
    server.history
      .slice(at + 1)
      .filter((row) => row.thing === after && row.user === user && row.device === device && row.seq < seq)
      .filter((row) => !ledger.mayBeWithdrawn(row.edit) && !ledger.moved.has(row.edit))
      .map((row) => `edit ${edit} needs edit ${row.edit}, and was made before it`),
  )
}

function asAnotherUser({ server, ledger }: OfflineRun): readonly string[] {
  return server.history.flatMap(({ edit, covers, user }) =>
    [edit, ...covers].flatMap((one) =>
      one >= 0 && ledger.owners.get(one) !== user ? [`edit ${one} was made as ${user}`] : [],
    ),
  )
}

/**
 * Entries that are still in the outbox although the user has nothing to decide about them, conflicts without another
 * user's change, and changes wrongly reported as lost.
 */
function undecided(run: OfflineRun): readonly string[] {
  const wrong: string[] = []
  for (const [user, disk] of run.disks) {
    const { loss } = disk.content.meta
    if (loss && !run.wiped.has(user)) wrong.push(`${loss.count} changes are called lost`)
    const { received } = run.server.numbersOf(user, disk.content.meta.device ?? '')
    for (const { seq } of loss?.missing ?? [])
      if (received.has(seq)) wrong.push(`no. ${seq} is called lost; the server has it`)
    const blocking = new Set<string>()
    for (const { seq, state, input, touches } of [...disk.content.entries.values()].sort((a, b) => a.seq - b.seq)) {
      const { things = [], thing, field = 'photo' } = input as { things?: string[]; thing?: string; field?: string }
      const isBlocked = [...touches, `thing/${thing}`].some((key) => blocking.has(key))
      for (const key of touches) blocking.add(key)
      const isOthers = run.server.history.some(
        (row) => row.thing === (things[0] ?? thing) && row.field === field && row.user !== user,
      )
      const { edit } = editsIn(input)
      if (state === 'conflict' && !isOthers) wrong.push(`edit ${edit} conflicts with no other user`)
      if (state !== 'conflict' && state !== 'refused' && !isBlocked)
        wrong.push(`edit ${edit} (no. ${seq}) still is ${state}`)
    }
  }
  return wrong
}

/** Differences between the two copies: a waiting entry and its files must be in both, an ended one in neither. */
function copiesThatDiffer({ disks }: OfflineRun): readonly string[] {
  return [...disks.values()].flatMap((disk) => {
    const entries = [...disk.content.entries.values()]
    const places = entries.map(({ seq, id }) => `${seq}/${id}`)
    const files = entries.flatMap((entry) => entry.files.map(({ id }) => id))
    const differs = (what: string, one: Iterable<string>, other: Iterable<string>) => {
      const [here, there] = [new Set(one), new Set(other)]
      const isSame = here.size === there.size && [...here].every((name) => there.has(name))
      return isSame ? [] : [`${what}: [${[...here]}] here, [${[...there]}] there`]
    }
    return [
      ...differs('copies', places, disk.mirror.keys()),
      ...differs('files', files, disk.content.files.keys()),
      ...differs('copies of files', files, disk.mirroredFiles.keys()),
    ]
  })
}

/** Secrets that the device still knows of an ended change, or that are in the words of any change. */
function rememberedSecrets({ disks }: OfflineRun): readonly string[] {
  return [...disks.values()].flatMap(({ content, note }) => {
    const words = [...content.entries.values()].map((entry) => entry.words)
    const stored = JSON.stringify([...content.finalStates.values(), words, content.meta, note])
    return (stored.match(/secret-of-\d+/g) ?? []).map((secret) => `${secret} is remembered`)
  })
}
