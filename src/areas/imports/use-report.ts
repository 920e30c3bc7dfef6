import { useEffect, useState } from 'react'
import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import type { ColumnMap, ImportChoices, ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import { MAX_UPLOAD_BYTES } from '#contract/files/files.ts'
import { refusalText } from '#src/form/fields/refusal-by-field.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { type ChosenReport, previewImport } from './import-queries.ts'

const EMPTY = 'This file is empty.'
const TOO_LARGE = 'A report may have 10 MB here. Put a larger one into the folder of reports at the server.'

const NO_TABLE = 'This file is not a table. Ask the vendor for the report as a CSV or XLSX file.'
/**
 * Recognizes files that are dropped by mistake by their type. The types of tables differ between systems and can't be
 * checked.
 */
const isNoTable = ({ type }: File) => type === 'application/pdf' || type.startsWith('image/')

function whyUnfit(file: File): string | null {
  if (file.size === 0) return EMPTY
  if (isNoTable(file)) return NO_TABLE
  return file.size > MAX_UPLOAD_BYTES ? TOO_LARGE : null
}

/** No choices about the reading yet. */
const NO_READING_CHOICES = { columns: undefined, choices: undefined, decided: undefined }

interface PreviewResult {
  readonly of: ChosenReport
  readonly preview: ImportPreview | null
  /** The reason why there is no preview. */
  readonly problem: string | null
}

/**
 * The current reading choices. From the user's first choice on they include the remembered layout, so it stays what the
 * user saw.
 */
const readSoFarOf = (report: ChosenReport | null, preview: ImportPreview | null) => ({
  columns: report?.columns ?? (preview?.is_remembered ? preview.columns : undefined),
  choices: report?.choices ?? preview?.choices ?? {},
})

/** Requests a dry run of the report. Resolves to the preview or the problem. */
const requestPreview = (report: ChosenReport, signal: AbortSignal): Promise<PreviewResult> =>
  previewImport(report, signal).then(
    (preview) => ({ of: report, preview, problem: null }),
    (error: unknown) => ({
      of: report,
      preview: null,
      problem: error instanceof Error ? refusalText(error) : String(error),
    }),
  )

/**
 * The preview to show. While other columns are tried, the former preview of the same file stays, because it contains
 * the controls.
 */
const shownOf = (report: ChosenReport | null, looked: PreviewResult | null) =>
  report !== null && looked?.of.upload === report.upload && looked.of.kind === report.kind ? looked : null

/** The state of a report that is being chosen: file, columns, and online the preview of a dry run. */
export function useReport() {
  const [report, setReport] = useState<ChosenReport | null>(null)
  const [kind, setKind] = useState<ImportKind>('tolls')
  const [looked, setLooked] = useState<PreviewResult | null>(null)
  const [unfit, setUnfit] = useState<string | null>(null)
  const { online } = useOnline()
  useEffect(() => {
    if (report === null || !online) return
    const asking = new AbortController()
    void requestPreview(report, asking.signal).then((found) => asking.signal.aborted || setLooked(found))
    return () => asking.abort()
  }, [report, online])
  const shown = shownOf(report, looked)
  const preview = shown?.preview ?? null
  const readSoFar = readSoFarOf(report, preview)
  return {
    kind,
    report,
    preview,
    /** The reading choices, chosen or remembered, even before the server has applied them. */
    choices: readSoFar.choices,
    problem: shown ? shown.problem : unfit,
    isReading: report !== null && online && looked?.of !== report,
    /** Whether the preview belongs to the current choices. Offline, later choices have no preview. */
    isLooked: looked?.of === report,
    choose: (file: File) => {
      const problem = whyUnfit(file)
      setUnfit(problem)
      setReport(problem ? null : { kind, file, upload: newUuid(), ...NO_READING_CHOICES })
    },
    chooseKind: (to: ImportKind) => {
      setKind(to)
      if (report) setReport({ ...report, kind: to, ...NO_READING_CHOICES })
    },
    // With other reading choices the report has other rows, so the decisions about rows are dropped.
    chooseColumns: (columns: ColumnMap) =>
      report && setReport({ ...report, ...readSoFar, columns, decided: undefined }),
    /** Sets the reading choices. Another header line has other columns, so the chosen columns are dropped. */
    chooseReading: (choices: ReportChoices) => {
      if (!report) return
      const now = { ...readSoFar, choices: { ...readSoFar.choices, ...choices } }
      const isOtherHead = choices.header_line !== undefined || choices.sheet !== undefined
      setReport({ ...report, ...now, columns: isOtherHead ? undefined : now.columns, decided: undefined })
    },
    decide: (decided: ImportChoices) => report && setReport({ ...report, ...readSoFar, decided }),
    /** Closes this report. A report that was chosen in the meantime stays. */
    clear: () => setReport((now) => (now?.upload === report?.upload ? null : now)),
  }
}
export type ReportChoice = ReturnType<typeof useReport>
