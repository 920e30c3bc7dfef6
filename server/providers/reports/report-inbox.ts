import type { ImportKind } from '#contract/expenses/imports.ts'

/** A report that a vendor or a user has placed in the inbox. */
export interface WaitingReport {
  readonly kind: ImportKind
  readonly name: string
  readonly size: number
  /** Last modification time, in ms since 1970. */
  readonly changedAt: number
  /** The bytes from the beginning. Can be called again. Throws `ReportGone` when the report has been removed. */
  readonly bytes: () => AsyncIterable<Uint8Array>
}

/** A report is no longer in the inbox: another process has moved it. */
export class ReportGone extends Error {
  override readonly name = 'ReportGone'
}

/** The place of reports to import. Several processes may read it at the same time. */
export interface ReportInbox {
  /** Creates the inbox. */
  prepare(): Promise<void>
  /** The waiting reports in order of name, without files whose names show that they are still being written. */
  waiting(kind: ImportKind): Promise<readonly WaitingReport[]>
  /** Moves a report away, with an optional text next to it. Safe to repeat, also in another process. */
  putAway(report: WaitingReport, to: 'done' | 'failed', words: string | null): Promise<void>
}
