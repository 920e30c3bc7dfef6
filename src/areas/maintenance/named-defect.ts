import { type Defect, isOpenMajor } from '#contract/maintenance/inspections.ts'
import { OPEN_DEFECT } from '#src/lookups/open-defect.ts'

/** After "#" in the address of a report: one of its defects, by the id that it keeps from its device. */
export const defectHash = ({ client_id, id }: Pick<Defect, 'client_id' | 'id'>): string => `defect-${client_id ?? id}`

/** The defect that the address of a report names, if the report has it. `hash`: without the "#". */
export function defectAt(hash: string, defects: readonly Defect[]): Defect | undefined {
  if (hash !== OPEN_DEFECT) return defects.find((defect) => defectHash(defect) === hash)
  return defects.find(isOpenMajor) ?? defects.find(({ state }) => state === 'open')
}
