import type { OfflineRun } from './offline-run.ts'

/** What is wrong after a run has come to rest; empty when every promise was kept. */
export function verdictOf(run: OfflineRun): readonly string[] {
  return [
    ...lostOrTwice(run),
    ...outOfOrder(run),
    ...asSomebodyElse(run),
    ...notDecided(run),
    ...run.sentTwice.map((key) => `${key} was on its way from two tabs`),
  ]
}

const editOf = (input: unknown) => (input as { edit: number }).edit

/** How often an edit was made on the server (on each of its things, at most). */
function effectsOf(run: OfflineRun): ReadonlyMap<number, number> {
  const counts = new Map<string, number>()
  for (const { edit, thing } of run.server.history)
    counts.set(`${edit} ${thing}`, (counts.get(`${edit} ${thing}`) ?? 0) + 1)
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
  const add = (edit: number, state: string) => states.set(edit, [...(states.get(edit) ?? []), state])
  for (const disk of run.disks.values()) {
    for (const entry of disk.content.entries.values()) add(editOf(entry.input), entry.state)
    for (const fate of disk.content.fates.values()) {
      if (fate.state !== 'replaced') add(editOf(disk.inputs.get(fate.id)), fate.state)
    }
  }
  return states
}

function lostOrTwice(run: OfflineRun): readonly string[] {
  const effects = effectsOf(run)
  const states = statesOf(run)
  const wrong: string[] = []
  for (const [edit, user] of run.owners) {
    const made = effects.get(edit) ?? 0
    const shown = states.get(edit) ?? []
    const isForgotten = run.wiped.has(user) && shown.length === 0 && (made === 1 || run.discarded.has(edit))
    if (made > 1) wrong.push(`edit ${edit} was made ${made} times`)
    if (run.rejected.has(edit) && (made > 0 || shown.length > 0)) wrong.push(`edit ${edit} was not kept, yet is there`)
    if (!run.accepted.has(edit)) continue
    if (shown.length !== 1 && !isForgotten) wrong.push(`edit ${edit} is shown as [${shown}], made ${made} times`)
    if (shown[0] === 'done' && made !== 1) wrong.push(`edit ${edit} is called done and was made ${made} times`)
    if (shown[0] !== 'done' && shown[0] !== 'discarded' && !isForgotten && made > 0) {
      wrong.push(`edit ${edit} is ${shown[0]} and was made`)
    }
  }
  return wrong
}

function outOfOrder(run: OfflineRun): readonly string[] {
  const wrong: string[] = []
  const last = new Map<string, number>()
  for (const { thing, user, device, seq, edit } of run.server.history) {
    if (edit < 0 || run.discarded.has(edit)) continue
    const line = `${user} ${device} ${thing}`
    const before = last.get(line) ?? 0
    if (seq <= before) wrong.push(`edit ${edit} (no. ${seq}) of ${thing} was made after no. ${before}`)
    last.set(line, Math.max(seq, before))
  }
  return wrong
}

function asSomebodyElse(run: OfflineRun): readonly string[] {
  return run.server.history.flatMap(({ edit, user }) =>
    edit >= 0 && run.owners.get(edit) !== user ? [`edit ${edit} was made as ${user}`] : [],
  )
}

/** After good weather only what a person must decide is left, and only for a reason; nobody conflicts with themselves. */
function notDecided(run: OfflineRun): readonly string[] {
  const wrong: string[] = []
  for (const disk of run.disks.values()) {
    if (disk.content.meta.loss) wrong.push(`${disk.content.meta.loss.count} changes are called lost`)
    const held = new Set<string>()
    for (const { seq, state, input, touches } of [...disk.content.entries.values()].sort((a, b) => a.seq - b.seq)) {
      const { things, field, edit } = input as { things: string[]; field: string; edit: number }
      const isHeld = touches.some((key) => held.has(key))
      for (const key of touches) held.add(key)
      if (state === 'conflict' && (run.editors.get(`${things[0]} ${field}`)?.size ?? 0) < 2)
        wrong.push(`edit ${edit} conflicts with nobody`)
      if (state !== 'conflict' && state !== 'refused' && !isHeld)
        wrong.push(`edit ${edit} (no. ${seq}) still is ${state}`)
    }
  }
  return wrong
}
