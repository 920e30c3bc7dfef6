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
/** What systems say of files that are dragged here by mistake; what they say of tables differs from one to the next. */
const isNoTable = ({ type }: File) => type === 'application/pdf' || type.startsWith('image/')

function whyUnfit(file: File): string | null {
  if (file.size === 0) return EMPTY
  if (isNoTable(file)) return NO_TABLE
  return file.size > MAX_UPLOAD_BYTES ? TOO_LARGE : null
}

/** Nothing is said yet of how the report is read. */
const UNSAID = { columns: undefined, choices: undefined, decided: undefined }

interface Looked {
  readonly of: ChosenReport
  readonly preview: ImportPreview | null
  /** Why there is no preview. */
  readonly problem: string | null
}

/** How a report is read. What is remembered of its layout is said from the first choice on: it stays what was seen. */
const readSoFarOf = (report: ChosenReport | null, preview: ImportPreview | null) => ({
  columns: report?.columns ?? (preview?.is_remembered ? preview.columns : undefined),
  choices: report?.choices ?? preview?.choices ?? {},
})

/** A dry run of the report, or why there is none. */
const look = (report: ChosenReport, signal: AbortSignal): Promise<Looked> =>
  previewImport(report, signal).then(
    (preview) => ({ of: report, preview, problem: null }),
    (error: unknown) => ({
      of: report,
      preview: null,
      problem: error instanceof Error ? refusalText(error) : String(error),
    }),
  )

/** While other columns are tried, what was told of the same file stays: the choices stand in it. */
const shownOf = (report: ChosenReport | null, looked: Looked | null) =>
  report !== null && looked?.of.upload === report.upload && looked.of.kind === report.kind ? looked : null

/** A report that is being chosen: its file, its columns, and what a dry run tells of it while there is a network. */
export function useReport() {
  const [report, setReport] = useState<ChosenReport | null>(null)
  const [kind, setKind] = useState<ImportKind>('tolls')
  const [looked, setLooked] = useState<Looked | null>(null)
  const [unfit, setUnfit] = useState<string | null>(null)
  const { online } = useOnline()
  useEffect(() => {
    if (report === null || !online) return
    const asking = new AbortController()
    void look(report, asking.signal).then((found) => asking.signal.aborted || setLooked(found))
    return () => asking.abort()
  }, [report, online])
  const shown = shownOf(report, looked)
  const preview = shown?.preview ?? null
  const readSoFar = readSoFarOf(report, preview)
  return {
    kind,
    report,
    preview,
    /** How it is read, as far as that was said or remembered; also while the server has not read it so yet. */
    choices: readSoFar.choices,
    problem: shown ? shown.problem : unfit,
    isReading: report !== null && online && looked?.of !== report,
    /** The report as it is read by now was looked through; without a network a later choice is not. */
    isLooked: looked?.of === report,
    choose: (file: File) => {
      const problem = whyUnfit(file)
      setUnfit(problem)
      setReport(problem ? null : { kind, file, upload: newUuid(), ...UNSAID })
    },
    chooseKind: (to: ImportKind) => {
      setKind(to)
      if (report) setReport({ ...report, kind: to, ...UNSAID })
    },
    // Read otherwise, a report has other rows: what was decided about those is asked again.
    chooseColumns: (columns: ColumnMap) =>
      report && setReport({ ...report, ...readSoFar, columns, decided: undefined }),
    /** Says how the report is read. Other headers have other columns: those that were chosen go. */
    chooseReading: (choices: ReportChoices) => {
      if (!report) return
      const now = { ...readSoFar, choices: { ...readSoFar.choices, ...choices } }
      const isOtherHead = choices.header_line !== undefined || choices.sheet !== undefined
      setReport({ ...report, ...now, columns: isOtherHead ? undefined : now.columns, decided: undefined })
    },
    decide: (decided: ImportChoices) => report && setReport({ ...report, ...readSoFar, decided }),
    /** Puts this report away; one that was chosen since stays. */
    clear: () => setReport((now) => (now?.upload === report?.upload ? null : now)),
  }
}
export type ReportChoice = ReturnType<typeof useReport>
