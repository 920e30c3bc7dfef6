import { useEffect, useEffectEvent } from 'react'
import { csvText } from '#contract/text/csv.ts'
import { countOf } from '#src/format/numbers.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { saveFile } from '#src/ui/save-file.ts'
import type { ScheduleSearch } from '../schedule-search.ts'
import { csvName, csvRows } from './sheet-csv.ts'
import { partWords } from './sheet-words.ts'
import { useSheets } from './use-sheets.ts'

interface CsvExportProps {
  /** Search parameters of the page's address. */
  readonly choice: ScheduleSearch
  readonly onEnd: () => void
}

/** Mounted while the rest of the list is read; then saves the CSV file, or reports why no file was made. */
export function CsvExport({ choice, onEnd }: CsvExportProps) {
  const { week, dates, list, sheets, reach } = useSheets(choice)
  const finish = useEffectEvent(() => {
    onEnd()
    if (reach === 'part') return toastFailure(new Error(`No file was made. ${partWords(list)}`))
    if (reach !== 'whole') return toastFailure(new Error(`No file was made. ${absentWords(list.problem?.message)}`))
    try {
      const rows = csvRows(sheets.teams, dates)
      saveFile(csvName(week), new Blob([csvText(rows)], { type: 'text/csv' }))
      toastDone(`${csvName(week)} has ${countOf(rows.length - 1, 'driver')}, a row each. It is among your downloads.`)
    } catch (cause) {
      toastFailure(new Error('This browser does not let the app save a file. Print the schedule instead.', { cause }))
    }
  })
  const isOver = reach !== 'reading'
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])
  return null
}

function absentWords(problem: string | undefined): string {
  return problem ?? 'This week is not saved on this device yet. Try again when there is a network.'
}
