import { Button } from '@mantine/core'
import { useState } from 'react'
import { refusalText } from '#src/form/fields/refusal-by-field.ts'
import { useIsMounted } from '#src/form/frame/use-is-mounted.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { whenSent } from '#src/offline/outbox/send/when-sent.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { importReport } from './import-acts.ts'
import { newRows, takeInWords } from './import-words.ts'
import classes from './imports.module.css'
import { ReportPreview } from './preview/report-preview.tsx'
import { ReportChooser } from './report-chooser.tsx'
import { type ReportChoice, useReport } from './use-report.ts'

/** A new report: choose, preview, import. */
export function ReportPanel() {
  const choice = useReport()
  const { report, preview, problem, isReading } = choice
  const { online } = useOnline()
  return (
    <section className={classes.panel} aria-labelledby="new-report">
      <h2 id="new-report">Take in a report</h2>
      <ReportChooser choice={choice} />
      {problem === null ? null : <Notice tone="trouble">{problem}</Notice>}
      {isReading && !preview ? <p role="status">Looking through {report?.file.name}…</p> : null}
      {preview ? <ReportPreview preview={preview} choice={choice} /> : null}
      {report && !online ? (
        <Notice tone="caution">
          {choice.isLooked && preview
            ? 'There is no network now. The report can be kept on this device as it was looked through.'
            : 'There is no network, so this report can’t be looked through now. It can be kept on this device.'}{' '}
          It is sent {whenSent()}, and taken in whole or not at all. Should a row be wrong, the Outbox says which.
        </Notice>
      ) : null}
      {report && (preview || !online) ? <TakeInButton key={report.upload} choice={choice} isOnline={online} /> : null}
    </section>
  )
}

interface TakeInButtonProps {
  readonly choice: ReportChoice
  readonly isOnline: boolean
}

function TakeInButton({ choice, isOnline }: TakeInButtonProps) {
  const { report, isReading, isLooked, clear } = choice
  // A preview of another reading does not apply to this one and is not sent with it.
  const preview = isLooked || isOnline ? choice.preview : null
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isHere = useIsMounted()
  if (!report) return null
  const rows = preview ? newRows(preview) : 0
  const isRefused =
    preview !== null && (preview.bad_count > 0 || preview.questions.length > 0 || preview.taken !== null || rows === 0)
  const run = () => {
    setIsBusy(true)
    setFailure(null)
    importReport(report, preview, isHere)
      .then(clear, (error: Error) => setFailure(refusalText(error)))
      .finally(() => setIsBusy(false))
  }
  return (
    <>
      {failure === null ? null : <Notice tone="trouble">{failure}</Notice>}
      <div className={classes.acts}>
        <Button size="md" onClick={run} loading={isBusy} disabled={isRefused || isReading}>
          {preview === null && !isOnline ? 'Keep and send later' : takeInWords(rows, preview?.left_out ?? 0)}
        </Button>
        <Button size="md" variant="default" onClick={clear} disabled={isBusy}>
          Cancel
        </Button>
      </div>
    </>
  )
}
