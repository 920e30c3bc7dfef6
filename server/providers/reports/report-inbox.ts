import type { ImportKind } from '#contract/expenses/imports.ts'

/** A report that lies where a vendor, or somebody of the company, has put it. */
export interface WaitingReport {
  readonly kind: ImportKind
  readonly name: string
  readonly size: number
  /** When it last grew, in ms since 1970. */
  readonly changedAt: number
  /** Its bytes, from the first on; may be asked for again. Throws `ReportGone` when somebody has taken it away. */
  readonly bytes: () => AsyncIterable<Uint8Array>
}

/** A report is not where it lay: another process was first. */
export class ReportGone extends Error {
  override readonly name = 'ReportGone'
}

/** Where reports are put to be taken in. Several processes may look at once. */
export interface ReportInbox {
  /** Makes the places where reports are put. */
  prepare(): Promise<void>
  /** What lies there, in the order of names; files that are still on their way by their names are left out. */
  waiting(kind: ImportKind): Promise<readonly WaitingReport[]>
  /** Puts a report away, with words beside it where there are any. Done again, or by another process too, it does no harm. */
  putAway(report: WaitingReport, to: 'done' | 'failed', words: string | null): Promise<void>
}
