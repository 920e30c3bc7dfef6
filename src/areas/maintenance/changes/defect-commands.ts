import * as z from 'zod/mini'
import { INSPECTION_RULES, inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import { isOpenMajor, recordRefOf } from '#contract/maintenance/inspections.ts'
import { DEFECT_STATES, defectState, defectTitle, stateTitle } from '#contract/maintenance/maintenance-choices.ts'
import { instant } from '#contract/wire/record.ts'
import { valueWords } from '#src/format/value-words.ts'
import { type Command, command, type Effect, type Field, newChange } from '#src/offline/command.ts'
import { inspectionRecord } from './inspection-record.ts'
import { openMajorsChanged } from './open-majors.ts'
import {
  defectRef,
  inspectionPage,
  localDefect,
  patchedInspection,
  reportWords,
  seenInspection,
} from './seen-inspection.ts'
import { SEEN_UPGRADES } from './seen-upgrades.ts'

/**
 * The new state of a defect. A repaired or deferred defect carries the name of the certifying person and the time; an
 * open defect has neither.
 */
const settlement = z.object({
  state: defectState,
  settled_by: z.nullable(z.string()),
  settled_at: z.nullable(instant),
  settled_note: z.string(),
})
export type Settlement = z.output<typeof settlement>

const settleInput = z
  .object({ was: seenInspection, defect: localDefect, to: settlement })
  .check(z.refine(({ to }) => to.state === 'open' || !!to.settled_by?.trim(), INSPECTION_RULES.required))
type SettleDefect = z.output<typeof settleInput>

const isSame = (one: { readonly id: number; readonly client_id: string | null }, other: typeof one) =>
  recordRefOf(one) === recordRefOf(other)

function majorsEffects({ was, defect, to }: SettleDefect): readonly Effect[] {
  const [before, after] = [isOpenMajor(defect), isOpenMajor({ ...defect, ...to })]
  if (was.transport.is_deleted || before === after) return []
  const refs = [defectRef(defect)]
  return after ? openMajorsChanged(was.transport.id, refs) : openMajorsChanged(was.transport.id, [], refs)
}

/** "Repaired by Joe Hall: new chamber fitted"; "Open". */
function settlementWords({ state, settled_by, settled_note }: Settlement): string {
  const by = settled_by === null ? '' : ` by ${settled_by}`
  return `${stateTitle(state)}${by}${settled_note && `: ${settled_note}`}`
}

/**
 * The fields of a settlement. Leaving out any of them drops the whole change. A conflict names them as fields of the
 * inspection: `defects.<id>.<name>`.
 */
function settlementFields(input: SettleDefect): readonly Field<SettleDefect>[] {
  const { defect, to } = input
  const fieldNames = (name: string) => [`defects.${defect.id}.${name}`, name]
  const text = (name: 'settled_by' | 'settled_note', title: string): Field<SettleDefect> => ({
    names: fieldNames(name),
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
      names: [...fieldNames('state'), ...fieldNames('settled_at')],
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

/** Sets the state of a defect (49 CFR 396.11(a)(3)): repaired, deferred, or open again. */
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
    ...majorsEffects(input),
  ],
  inverse: ({ was, defect, to }) => {
    const { state, settled_by, settled_at, settled_note } = defect
    const back = { state, settled_by, settled_at, settled_note }
    return [
      newChange(settleDefect, { was, defect: { ...defect, ...to }, to: back }, inspectionRecord.seenVersionOf(was)),
    ]
  },
  fields: settlementFields,
  rebase: (input, current) => {
    const was = inspectionRecord.currentIn(current) ?? input.was
    return { ...input, was, defect: was.defects.find((one) => isSame(one, input.defect)) ?? input.defect }
  },
  describe: ({ was, defect, to }) => ({
    record: reportWords(was),
    change: `${defectTitle(defect.defect_type)}: ${settlementWords(to)}`,
  }),
  page: inspectionPage,
  versions: inspectionRecord.versionsIn,
  areas: ['maintenance', 'trucks', 'trailers'],
})
