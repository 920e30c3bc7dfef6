import * as z from 'zod/mini'
import { INSPECTION_RULES, inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import { isOpenMajor, recordRefOf } from '#contract/maintenance/inspections.ts'
import { DEFECT_STATES, defectState, defectTitle, stateTitle } from '#contract/maintenance/maintenance-choices.ts'
import { instant } from '#contract/wire/record.ts'
import { valueWords } from '#src/format/value-words.ts'
import { type Command, command, draftOf, type Field } from '#src/offline/command.ts'
import { inspectionRecord } from './inspection-record.ts'
import {
  heldDefect,
  INSPECTION_AND_UNIT_REFRESHES,
  openMajorsChanged,
  patchedInspection,
  reportWords,
  seenInspection,
} from './seen-inspection.ts'
import { SEEN_UPGRADES } from './seen-upgrades.ts'

/** What becomes of a defect. Repaired or deferred it carries the name of who certifies that, and when; open it has none. */
const settlement = z.object({
  state: defectState,
  settled_by: z.nullable(z.string()),
  settled_at: z.nullable(instant),
  settled_note: z.string(),
})
export type Settlement = z.output<typeof settlement>

const settleInput = z
  .object({ was: seenInspection, defect: heldDefect, to: settlement })
  .check(z.refine(({ to }) => to.state === 'open' || !!to.settled_by?.trim(), INSPECTION_RULES.required))
type SettleDefect = z.output<typeof settleInput>

const isSame = (one: { readonly id: number; readonly client_id: string | null }, other: typeof one) =>
  recordRefOf(one) === recordRefOf(other)

/** By how much it changes how many open major defects the unit has. */
function majorsBy({ was, defect, to }: SettleDefect): number {
  if (was.transport.is_deleted) return 0
  return Number(isOpenMajor({ ...defect, ...to })) - Number(isOpenMajor(defect))
}

/** "Repaired by Joe Hall: new chamber fitted"; "Open". */
function settledWords({ state, settled_by, settled_note }: Settlement): string {
  const by = settled_by === null ? '' : ` by ${settled_by}`
  return `${stateTitle(state)}${by}${settled_note && `: ${settled_note}`}`
}

/** The fields of it. A state that was not wanted takes all else with it. A conflict tells them as the inspection's. */
function settleFields(input: SettleDefect): readonly Field<SettleDefect>[] {
  const { defect, to } = input
  const named = (name: string) => [`defects.${defect.id}.${name}`, name]
  const text = (name: 'settled_by' | 'settled_note', title: string): Field<SettleDefect> => ({
    names: named(name),
    title,
    as: { is: 'text' },
    was: defect[name],
    yours: to[name],
    words: valueWords,
    with: (value) => ({ ...input, to: { ...to, [name]: String(value ?? '') } }),
    without: () => null,
  })
  return [
    {
      names: [...named('state'), ...named('settled_at')],
      title: defectTitle(defect.defect_type),
      as: { is: 'choice', of: DEFECT_STATES.filter(({ value }) => (value === 'open') === (to.state === 'open')) },
      was: defect.state,
      yours: to.state,
      words: (value) => DEFECT_STATES.find((one) => one.value === value)?.title ?? valueWords(value),
      with: (value) => ({ ...input, to: { ...to, state: defectState.safeParse(value).data ?? to.state } }),
      without: () => null,
    },
    ...(to.state === 'open' ? [] : [text('settled_by', 'Certified by'), text('settled_note', 'Note')]),
  ]
}

/** Says what became of a defect (49 CFR 396.11(a)(3)): repaired, deferred, or open again. */
export const settleDefect: Command<SettleDefect> = command({
  name: 'maintenance.settleDefect',
  version: 2,
  upgrades: SEEN_UPGRADES,
  endpoint: inspectionChanges.settleDefect,
  input: settleInput,
  request: ({ defect, to }) => ({ params: { id: recordRefOf(defect) }, body: to }),
  touches: ({ was }) => [inspectionRecord.keyOf(was)],
  effects: (input) => [
    patchedInspection(input.was, (row) => ({
      ...row,
      defects: row.defects.map((one) => (isSame(one, input.defect) ? { ...one, ...input.to } : one)),
    })),
    ...openMajorsChanged(input.was.transport.id, majorsBy(input)),
  ],
  inverse: ({ was, defect, to }) => {
    const { state, settled_by, settled_at, settled_note } = defect
    const back = { state, settled_by, settled_at, settled_note }
    return [draftOf(settleDefect, { was, defect: { ...defect, ...to }, to: back }, inspectionRecord.seenVersionOf(was))]
  },
  fields: settleFields,
  onto: (input, current) => {
    const was = inspectionRecord.currentIn(current) ?? input.was
    return { ...input, was, defect: was.defects.find((one) => isSame(one, input.defect)) ?? input.defect }
  },
  describe: ({ was, defect, to }) => ({
    record: reportWords(was),
    change: `${defectTitle(defect.defect_type)}: ${settledWords(to)}`,
  }),
  versions: inspectionRecord.versionsIn,
  refreshes: INSPECTION_AND_UNIT_REFRESHES,
})
