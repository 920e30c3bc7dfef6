import { editsIn } from './offline-acts.ts'
import type { OfflineRun } from './offline-run.ts'

/** What is wrong after a run has come to rest; empty when every promise was kept. */
export function verdictOf(run: OfflineRun): readonly string[] {
  return [
    ...lostOrTwice(run),
    ...outOfOrder(run),
    ...beforeWhatItNeeds(run),
    ...asSomebodyElse(run),
    ...notDecided(run),
    ...inOnePlace(run),
    ...run.sentTwice.map((key) => `${key} was on its way from two tabs`),
    ...run.signIns.sent.map((key) => `${key} was sent before its person let it go`),
    ...rememberedSecrets(run),
    ...run.server.bare.map((edit) => `edit ${edit} was sent without its secret`),
    ...run.server.mixed.map((key) => `${key} came with two requests`),
  ]
}

/** How often an edit was made on the server (on each of its things, at most), by itself or within another. */
function effectsOf(run: OfflineRun): ReadonlyMap<number, number> {
  const counts = new Map<string, number>()
  for (const { edit, covers, thing } of run.server.history) {
    for (const one of [edit, ...covers]) counts.set(`${one} ${thing}`, (counts.get(`${one} ${thing}`) ?? 0) + 1)
  }
  const most = new Map<number, number>()
  for (const [name, count] of counts) {
    const edit = Number(name.split(' ')[0])
    most.set(edit, Math.max(most.get(edit) ?? 0, count))
  }
  return most
}

/** The states in which the device shows an edit. */
function statesOf(run: OfflineRun): ReadonlyMap<number, readonly string[]> {
  const states = new Map<number, string[]>()
  const add = (input: unknown, state: string) => {
    const { edit, covers } = editsIn(input)
    for (const one of [edit, ...covers]) states.set(one, [...(states.get(one) ?? []), state])
  }
  for (const disk of run.disks.values()) {
    for (const entry of disk.content.entries.values()) add(entry.input, entry.state)
    for (const { id, state, entry } of disk.content.fates.values()) {
      const input = entry?.input ?? disk.inputs.get(id)
      // What was not kept, and was said not to be, leaves its number behind.
      const isNotKept = state === 'discarded' && entry === null && run.ledger.rejected.has(editsIn(input).edit)
      if (state === 'done' || (state === 'discarded' && !isNotKept)) add(input, state)
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
    const told = `edit ${edit} is shown as [${shown}], made ${made} times`
    if (made > 1) return [told]
    if (ledger.rejected.has(edit)) return made > 0 || shown.length > 0 ? [`${told}, and was not kept`] : []
    if (ledger.withdrawn.has(edit) && !ledger.isRestoring(edit)) {
      const isGone = made === 0 && shown.every((state) => state === 'discarded')
      return isGone ? [] : [`${told}, and was taken back`]
    }
    if (shown.length > 1) return [told]
    if (!ledger.accepted.has(edit)) return []
    if (ledger.isReleased(edit)) return []
    const isForgotten = wiped.has(user) && shown.length === 0 && made === 1
    const isMade = shown[0] === 'done' && made === 1
    const isWaiting = shown.length === 1 && shown[0] !== 'done' && shown[0] !== 'discarded' && made === 0
    return isForgotten || isMade || isWaiting ? [] : [told]
  })
}

function outOfOrder(run: OfflineRun): readonly string[] {
  const wrong: string[] = []
  const last = new Map<string, number>()
  for (const { thing, user, device, seq, edit } of run.server.history) {
    if (edit < 0 || run.ledger.isReleased(edit) || run.ledger.moved.has(edit)) continue
    const line = `${user} ${device} ${thing}`
    const before = last.get(line) ?? 0
    if (seq <= before) wrong.push(`edit ${edit} (no. ${seq}) of ${thing} was made after no. ${before}`)
    last.set(line, Math.max(seq, before))
  }
  return wrong
}

/** A note stands after everything that its own person had done to its thing before. */
function beforeWhatItNeeds({ server, ledger }: OfflineRun): readonly string[] {
  return server.history.flatMap(({ edit, seq, user, device, after }, at) =>
    server.history
      .slice(at + 1)
      .filter((row) => row.thing === after && row.user === user && row.device === device && row.seq < seq)
      .filter((row) => !ledger.isReleased(row.edit) && !ledger.moved.has(row.edit))
      .map((row) => `edit ${edit} needs edit ${row.edit}, and was made before it`),
  )
}

function asSomebodyElse({ server, ledger }: OfflineRun): readonly string[] {
  return server.history.flatMap(({ edit, covers, user }) =>
    [edit, ...covers].flatMap((one) =>
      one >= 0 && ledger.owners.get(one) !== user ? [`edit ${one} was made as ${user}`] : [],
    ),
  )
}

/** After good weather only what a person must decide is left, and only for a reason; nobody conflicts with themselves. */
function notDecided(run: OfflineRun): readonly string[] {
  const wrong: string[] = []
  for (const [user, disk] of run.disks) {
    const { loss } = disk.content.meta
    if (loss && !run.wiped.has(user)) wrong.push(`${loss.count} changes are called lost`)
    const { come } = run.server.numbersOf(user, disk.content.meta.device ?? '')
    for (const { seq } of loss?.missing ?? [])
      if (come.has(seq)) wrong.push(`no. ${seq} is called lost; the server has it`)
    const held = new Set<string>()
    for (const { seq, state, input, touches } of [...disk.content.entries.values()].sort((a, b) => a.seq - b.seq)) {
      const { things = [], thing, field = 'photo' } = input as { things?: string[]; thing?: string; field?: string }
      const isHeld = [...touches, `thing/${thing}`].some((key) => held.has(key))
      for (const key of touches) held.add(key)
      const isOthers = run.server.history.some(
        (row) => row.thing === (things[0] ?? thing) && row.field === field && row.user !== user,
      )
      const { edit } = editsIn(input)
      if (state === 'conflict' && !isOthers) wrong.push(`edit ${edit} conflicts with nobody`)
      if (state !== 'conflict' && state !== 'refused' && !isHeld)
        wrong.push(`edit ${edit} (no. ${seq}) still is ${state}`)
    }
  }
  return wrong
}

/** What waits is in both places, its files with it; what is over is in neither. */
function inOnePlace({ disks }: OfflineRun): readonly string[] {
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

/** Once a change is over nothing on the device knows its secret; no word about a change ever does. */
function rememberedSecrets({ disks }: OfflineRun): readonly string[] {
  return [...disks.values()].flatMap(({ content, note }) => {
    const words = [...content.entries.values()].map((entry) => entry.words)
    const told = JSON.stringify([...content.fates.values(), words, content.meta, note])
    return (told.match(/secret-of-\d+/g) ?? []).map((secret) => `${secret} is remembered`)
  })
}
