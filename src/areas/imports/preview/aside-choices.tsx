import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import { ROW_KINDS, type RowKind } from '#contract/expenses/report-choices.ts'
import { countOf, formatCount } from '#src/format/numbers.ts'
import { saveFile } from '#src/ui/save-file.ts'
import { leftRowsTable } from '../import-words.ts'
import classes from '../imports.module.css'
import type { ReportChoice } from '../use-report.ts'

interface AsideChoicesProps {
  readonly preview: ImportPreview
  readonly choice: ReportChoice
}

const NAMES: Readonly<Record<RowKind, string>> = {
  total: 'total',
  account: 'account row',
  note: 'note',
  wrong: 'wrong row',
}

type LineDecision = 'open' | 'leave' | 'take'

/** Lines that are not plain expenses, by kind. The user decides for each kind whether it is imported or left out. */
export function AsideChoices({ preview, choice }: AsideChoicesProps) {
  const kinds = ROW_KINDS.filter((kind) => (preview.asides[kind] ?? 0) > 0)
  if (kinds.length === 0 && preview.left_out === 0) return null
  return (
    <section className={classes.bad} aria-labelledby="aside-rows">
      <h3 id="aside-rows">Lines to decide on</h3>
      <div className={classes.fields}>
        {kinds.map((kind) => (
          <AsideChoice key={kind} kind={kind} preview={preview} choice={choice} />
        ))}
      </div>
      <LeftOut preview={preview} choice={choice} />
    </section>
  )
}

/** The number of lines quoted for each kind. */
const MAX_QUOTED = 2

/** Quotes lines of an undecided kind: "Line 6: Total · $9.50". */
function asideWords({ bad }: ImportPreview, kind: RowKind): string | null {
  const quotedRows = bad.filter(({ is, value }) => is === kind && value !== '').slice(0, MAX_QUOTED)
  return quotedRows.length === 0 ? null : quotedRows.map(({ line, value }) => `Line ${line}: ${value}`).join('; ')
}

function AsideChoice({ kind, preview, choice }: AsideChoicesProps & { readonly kind: RowKind }) {
  const { asides, bad } = preview
  const { leave_out = [], take = [] } = choice.choices
  const isReadable = take.includes(kind) || bad.some((row) => row.is === kind && row.is_readable === true)
  const fate: LineDecision = leave_out.includes(kind) ? 'leave' : take.includes(kind) ? 'take' : 'open'
  const decide = (to: string) => {
    const without = (kinds: readonly RowKind[]) => kinds.filter((one) => one !== kind)
    choice.chooseReading({
      leave_out: [...without(leave_out), ...(to === 'leave' ? [kind] : [])],
      take: [...without(take), ...(to === 'take' ? [kind] : [])],
    })
  }
  return (
    <NativeSelect
      label={countOf(asides[kind] ?? 0, NAMES[kind])}
      description={asideWords(preview, kind)}
      value={fate}
      data={[
        { value: 'open', label: preview.bad_count > 0 ? 'Not decided' : 'Left out line by line' },
        { value: 'leave', label: 'Leave out' },
        ...(isReadable ? [{ value: 'take', label: 'Take in' }] : []),
      ]}
      onChange={({ currentTarget }) => decide(currentTarget.value)}
    />
  )
}

/** The lines that are left out, to check or to send back to the vendor. */
function LeftOut({ preview, choice }: AsideChoicesProps) {
  const { left, left_out, headers } = preview
  if (left_out === 0) return null
  const save = async () => {
    const { csvText } = await import('#contract/text/csv.ts')
    const text = csvText(leftRowsTable(headers, left))
    saveFile(`left out of ${choice.report?.file.name ?? 'report'}.csv`, new Blob([text], { type: 'text/csv' }))
  }
  const single = choice.choices.leave_out_lines ?? []
  return (
    <div className={classes.acts}>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void save()}>
        Download {left_out > left.length ? `the first ${formatCount(left.length)} of ` : ''}
        {countOf(left_out, 'left-out row')}
      </Button>
      {single.length > 0 ? (
        <Button
          variant="default"
          onClick={({ currentTarget }) => {
            // The button disappears, perhaps with its section, so the focus moves to the preview.
            currentTarget.closest<HTMLElement>('[role=group]')?.focus()
            choice.chooseReading({ leave_out_lines: [] })
          }}
        >
          Put back {single.length === 1 ? `line ${single[0]}` : `${formatCount(single.length)} lines`}
        </Button>
      ) : null}
    </div>
  )
}
