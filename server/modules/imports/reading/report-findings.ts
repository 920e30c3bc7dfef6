import type { BadRow, SkippedRow } from '#contract/expenses/import-preview.ts'
import type { ReportChoices, ReportQuestion, RowKind } from '#contract/expenses/report-choices.ts'
import type { Cells } from '#server/modules/imports/rows/report-row.ts'
import type { Reading } from './read-report.ts'

/**
 * The report might write charges as negative amounts if at least this many amounts, and more than half, are negative,
 * or if all are.
 */
const MIN_NEGATIVES = 3
const MAX_CELL_CHARACTERS = 200

const isAnswered: Readonly<Record<ReportQuestion, (choices: ReportChoices) => boolean>> = {
  kind: ({ is_kind_sure }) => is_kind_sure === true,
  day_order: ({ day_order }) => day_order !== undefined,
  negatives: ({ negatives }) => negatives !== undefined,
  sheet: ({ sheet }) => sheet !== undefined,
}

/** The choices for reading a report, and whether they are remembered from an earlier report with its layout. */
export interface ReadingChoices {
  readonly choices: ReportChoices
  readonly isRemembered: boolean
}

type FindingsSummary = Omit<Reading, 'headers' | 'headerLine' | 'opening' | 'sheet' | 'columns' | 'missing' | 'sample'>

/** Counts the findings in a report, row by row. Lists at most `most` bad rows and `most` skipped rows. */
export class ReportFindings {
  readonly #most: number
  readonly #choices: ReportChoices
  readonly #isRemembered: boolean
  readonly #bad: BadRow[] = []
  readonly #left: SkippedRow[] = []
  readonly #asides: Partial<Record<RowKind, number>> = {}
  readonly #questions = new Set<ReportQuestion>()
  readonly #count = { rows: 0, good: 0, doubled: 0, bad: 0, left: 0, negative: 0, rounded: 0 }

  /** Good rows with an amount of zero, which has no sign. */
  #free = 0

  constructor(most: number, { choices, isRemembered }: ReadingChoices) {
    this.#most = most
    this.#choices = choices
    this.#isRemembered = isRemembered
  }

  addQuestion(question: ReportQuestion): void {
    if (!isAnswered[question](this.#choices)) this.#questions.add(question)
  }

  addFaults(more: readonly BadRow[]): void {
    this.#count.bad += more.length
    this.#bad.push(...more.slice(0, Math.max(0, this.#most - this.#bad.length)))
  }

  addFaultWhenEmpty(words: BadRow): void {
    if (this.#count.rows === 0 && this.#count.bad === 0) this.addFaults([words])
  }

  countRow(): void {
    this.#count.rows++
  }

  /** Adds the questions of a row, even if the row is skipped. */
  addQuestionsOf({ asks }: Cells): void {
    for (const question of asks) this.addQuestion(question)
  }

  addRowFaults(is: RowKind, isReadable: boolean, more: readonly BadRow[]): void {
    this.#countAside(is)
    this.addFaults(
      more.map((row) => ({ ...row, ...(is !== 'wrong' && { is }), ...(isReadable && { is_readable: true }) })),
    )
  }

  skipRow(is: RowKind | null, { line, message, cells }: SkippedRow): void {
    if (is !== null) this.#countAside(is)
    this.#count.left++
    if (this.#left.length >= this.#most) return
    this.#left.push({ line, message, cells: cells.map((cell) => cell.slice(0, MAX_CELL_CHARACTERS)) })
  }

  accept({ amount, isDoubled }: { readonly amount: number; readonly isDoubled: boolean }, cells: Cells | null): void {
    this.#count.good++
    if (amount === 0) this.#free++
    if (isDoubled) this.#count.doubled++
    if (cells?.isNegative) this.#count.negative++
    if (cells?.isRounded) this.#count.rounded++
  }

  summary(): FindingsSummary {
    const { rows, good, doubled, bad: badCount, left: leftOut, negative, rounded } = this.#count
    const isMostly = negative * 2 > good
    const isAll = negative > 0 && negative === good - this.#free
    const isDoubtful = isAll || (negative >= MIN_NEGATIVES && isMostly)
    if (isDoubtful) this.addQuestion('negatives')
    // Vendors change their signs. A remembered answer is questioned again if it turns most amounts into credits.
    const makesCredits = this.#choices.negatives === 'charges' ? good > 0 && !isMostly : isDoubtful
    if (this.#isRemembered && this.#choices.negatives !== undefined && makesCredits) this.#questions.add('negatives')
    const lists = { bad: this.#bad, asides: this.#asides, left: this.#left, questions: [...this.#questions] }
    return { rows, good, doubled, badCount, leftOut, negative, rounded, ...lists }
  }

  #countAside(is: RowKind): void {
    this.#asides[is] = (this.#asides[is] ?? 0) + 1
  }
}
