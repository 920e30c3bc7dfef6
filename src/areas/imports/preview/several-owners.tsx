import { NativeSelect } from '@mantine/core'
import type { AmbiguousOwner, ImportPreview } from '#contract/expenses/import-preview.ts'
import { countOf } from '#src/format/numbers.ts'
import { NO_CHOICES, withOwner } from '../import-choices.ts'
import classes from '../imports.module.css'
import type { ReportChoice } from '../use-report.ts'

interface SeveralOwnersProps {
  readonly preview: ImportPreview
  readonly choice: ReportChoice
}

/** Spellings that may mean several units or drivers. The user chooses the owner, which is stored with the report. */
export function SeveralOwners({ preview: { several }, choice }: SeveralOwnersProps) {
  if (several.length === 0) return null
  const choices = choice.report?.decided ?? NO_CHOICES
  const decide = (one: AmbiguousOwner, value: string) => {
    const id = one.candidates.find((candidate) => `${candidate.id}` === value)?.id ?? null
    choice.decide(withOwner(choices, one, id))
  }
  return (
    <section aria-labelledby="several-owners">
      <h3 id="several-owners">Whose these rows are is not certain</h3>
      <div className={classes.fields}>
        {several.map((one) => (
          <NativeSelect
            key={`${one.of} ${one.spelled}`}
            label={`“${one.spelled}” (${countOf(one.rows, 'row')})`}
            value={`${one.picked ?? ''}`}
            data={[
              ...(one.picked === null ? [{ value: '', label: one.of === 'unit' ? 'No unit' : 'No driver' }] : []),
              ...one.candidates.map(({ id, title }) => ({ value: `${id}`, label: title })),
            ]}
            onChange={({ currentTarget }) => decide(one, currentTarget.value)}
          />
        ))}
      </div>
    </section>
  )
}
