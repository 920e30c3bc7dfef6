import { describe, expect, it } from 'vitest'
import type { Defect } from '#contract/maintenance/inspections.ts'
import { defectAt, defectHash } from '#src/areas/maintenance/named-defect.ts'
import { OPEN_DEFECT } from '#src/lookups/open-defect.ts'

const aDefect = (over: Partial<Defect>): Defect => ({
  ...{ id: 1, client_id: null, defect_type: 'horn', urgency: 'minor', description: '' },
  ...{ state: 'open', settled_by: null, settled_at: null, settled_note: '', ...over },
})
const minor = aDefect({})
const repaired = aDefect({ id: 2, urgency: 'major', state: 'repaired' })
const major = aDefect({ id: 3, client_id: '0193b2c4-0000-7000-8000-000000000003', urgency: 'major' })

describe('the defect in the address of a report', () => {
  it('is named by the id that it keeps from its device', () => {
    expect(defectAt(defectHash(minor), [major, minor])).toBe(minor)
    expect(defectHash(major)).toBe('defect-0193b2c4-0000-7000-8000-000000000003')
    expect(defectAt('defect-9', [major, minor])).toBeUndefined()
    expect(defectAt('', [major])).toBeUndefined()
  })

  it('is the first open one, a major one first, when a link knows no other', () => {
    expect(defectAt(OPEN_DEFECT, [minor, repaired, major])).toBe(major)
    expect(defectAt(OPEN_DEFECT, [repaired, minor])).toBe(minor)
    expect(defectAt(OPEN_DEFECT, [repaired])).toBeUndefined()
  })
})
