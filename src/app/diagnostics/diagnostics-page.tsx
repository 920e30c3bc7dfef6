import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { asOfWords } from '#src/format/age.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { liveState } from '#src/offline/live/live-state.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { prefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { copyText } from '#src/ui/clipboard.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { saveFile } from '#src/ui/save-file.ts'
import { useNow } from '#src/ui/use-now.ts'
import { type Diagnosis, reportOf, type Section, type Table } from './diagnosis.ts'
import classes from './diagnostics-page.module.css'
import { lookAtThisDevice } from './this-device.ts'
import { onWorkerChange } from './worker-changes.ts'

/** The state of the app on this device, for finding the cause of a problem, and as a report to send. */
export function DiagnosticsPage() {
  const { diagnosis, isLooking, look } = useDiagnosis()
  const now = useNow()
  return (
    <>
      <PageTitle title="Diagnostics" note={diagnosis ? asOfWords(diagnosis.at, now) : 'Looking …'}>
        <Button variant="default" loading={isLooking} onClick={() => void look()}>
          Look again
        </Button>
      </PageTitle>
      <div className={classes.share}>
        <p>
          The report holds what stands on this page: numbers, states and versions. No names, nothing that anybody typed,
          and no way into an account.
        </p>
        <Button disabled={diagnosis === null} onClick={() => diagnosis && void copy(reportOf(diagnosis))}>
          Copy report
        </Button>
        <Button
          variant="default"
          disabled={diagnosis === null}
          onClick={() => diagnosis && download(reportOf(diagnosis), diagnosis.at)}
        >
          Download report
        </Button>
      </div>
      <div className={classes.sections}>
        {diagnosis?.sections.map((section) => (
          <SectionCard key={section.title} section={section} />
        ))}
      </div>
    </>
  )
}

/** The diagnosis, collected again when something changes: much is still loading when the page opens. */
function useDiagnosis() {
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null)
  const [isLooking, setLooking] = useState(true)
  const latest = useRef(0)
  const look = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    setLooking(true)
    const found = await lookAtThisDevice()
    if (mine !== latest.current) return
    setDiagnosis(found)
    setLooking(false)
  }, [])
  const { state, waiting, needsAttention } = useOutbox()
  const { online } = useOnline()
  const news = useSyncExternalStore(liveState.subscribe, () => liveState.get().state)
  const lists = useSyncExternalStore(liveState.subscribe, () => liveState.get().followedLists)
  const finishedAt = useSyncExternalStore(prefetchState.subscribe, () => prefetchState.get().finishedAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: collects again when these change
  useEffect(() => void look(), [look, state, waiting, needsAttention, online, news, lists, finishedAt])
  useEffect(() => onWorkerChange(navigator.serviceWorker, () => void look()), [look])
  return { diagnosis, isLooking, look }
}

async function copy(report: string): Promise<void> {
  try {
    await copyText(report)
    toastDone('The report is copied.')
  } catch {
    toastFailure(new Error('This browser blocks copying. Download the report instead.'))
  }
}

function download(report: string, at: number): void {
  const name = `haulyard-report-${new Date(at).toISOString().slice(0, 16).replace(/\D/g, '')}.txt`
  saveFile(name, new Blob([report], { type: 'text/plain' }))
}

function SectionCard({ section: { title, facts, table } }: { readonly section: Section }) {
  return (
    <section className={classes.section} aria-label={title} data-wide={table !== undefined || undefined}>
      <h2 className={classes.title}>{title}</h2>
      {facts.length > 0 ? (
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {table ? <FactTable table={table} title={title} /> : null}
    </section>
  )
}

function FactTable({ table: { columns, rows, empty }, title }: { readonly table: Table; readonly title: string }) {
  if (rows.length === 0) return <p className={classes.empty}>{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className={classes.scroll} tabIndex={0} aria-label={`${title}, table`}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never move
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
