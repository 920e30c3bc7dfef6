import { Button, NativeSelect } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { IMPORT_KINDS } from '#contract/expenses/imports.ts'
import { sizeWords } from '#src/format/numbers.ts'
import { KIND_TITLES } from './import-words.ts'
import classes from './imports.module.css'
import type { ReportChoice } from './use-report.ts'

/** The kind of a report and its file, chosen or dropped here. */
export function ReportChooser({ choice }: { readonly choice: ReportChoice }) {
  const { kind, report, choose, chooseKind } = choice
  const input = useRef<HTMLInputElement>(null)
  const drop = useDrop(choose)
  return (
    <div className={classes.chooser}>
      <NativeSelect
        label="Kind"
        value={kind}
        data={IMPORT_KINDS.map((value) => ({ value, label: KIND_TITLES[value] }))}
        onChange={({ currentTarget }) => {
          const chosen = IMPORT_KINDS.find((one) => one === currentTarget.value)
          if (chosen) chooseKind(chosen)
        }}
      />
      <div className={classes.drop} data-over={drop.isOver} {...drop.handlers}>
        <IconFileSpreadsheet size={22} stroke={1.5} aria-hidden />
        <span className={classes.chosen}>
          {report ? (
            <>
              <strong>{report.file.name}</strong> <small>{sizeWords(report.file.size)}</small>
            </>
          ) : (
            'Drag a CSV or XLSX file here'
          )}
        </span>
        <Button variant="default" onClick={() => input.current?.click()}>
          {report ? 'Choose another file…' : 'Choose a file…'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label="Report"
          onChange={({ currentTarget }) => {
            const picked = currentTarget.files?.[0]
            if (picked) choose(picked)
            // Cleared, so that choosing the same file again also fires an event: it may have been corrected.
            currentTarget.value = ''
          }}
        />
      </div>
    </div>
  )
}

function useDrop(onDrop: (file: File) => void) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  const handlers = {
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      const dropped = event.dataTransfer.files[0]
      if (dropped) onDrop(dropped)
    },
  }
  return { isOver, handlers }
}
