/**
 * After "#" in the address of a report: its first open defect, a major one first. For links that know no certain defect.
 */
export const OPEN_DEFECT = 'open-defect'
