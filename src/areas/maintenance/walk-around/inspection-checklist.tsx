import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { Check, DefectType } from '#contract/maintenance/maintenance-choices.ts'
import { useMessage } from '#src/form/fields/bound-field.ts'
import { useFocusFirst } from '#src/form/frame/use-focus-first.ts'
import classes from './inspection-checklist.module.css'
import { type Mark, MarkChoice } from './mark-choice.tsx'

const MARKS = [
  { value: 'ok', title: 'OK', color: 'green' },
  { value: 'defect', title: 'Defect', color: 'red' },
  { value: 'not_applicable', title: 'N.A.', color: 'gray' },
] as const satisfies readonly Mark<Check>[]

type FoundMarks = Readonly<Partial<Record<DefectType, Check>>>

interface InspectionChecklistProps {
  readonly parts: readonly { readonly value: DefectType; readonly title: string }[]
  readonly field: Parameters<typeof useMessage>[0] & { readonly state: { readonly value: FoundMarks } }
  readonly onFind: (part: DefectType, found: Check) => void
  /** Marks all unchecked parts as OK. Returns the function that takes that back. */
  readonly onRestOk: () => () => void
  /** Its first part takes the focus when it appears. */
  readonly isFirst?: boolean
  /**
   * The fields below a part that is marked as a defect; null for none. They are hidden, not unmounted, while the part
   * has another mark, so that they keep their state.
   */
  readonly children?: (part: DefectType) => ReactNode
}

/**
 * The checklist of the parts named by 49 CFR 396.11. Below the parts, so that the user has seen them, one tap marks all
 * unchecked ones as OK, and a second tap takes that back.
 */
export function InspectionChecklist({
  parts,
  field,
  isFirst = false,
  onFind,
  onRestOk,
  children,
}: InspectionChecklistProps) {
  const message = useMessage(field)
  const found = field.state.value
  const frame = useFocusFirst<HTMLElement>()
  const open = parts.filter(({ value }) => found[value] === undefined).length
  const [undo, setUndo] = useState<(() => void) | null>(null)
  // It belongs to the marks that it has set.
  if (undo !== null && open > 0) setUndo(null)
  return (
    <section ref={frame} className={classes.checklist} aria-label="Checklist">
      <p className={classes.count} role="status">
        {parts.length - open} of {parts.length} checked
      </p>
      <ul className={classes.parts}>
        {parts.map(({ value, title }, at) => (
          <Fragment key={value}>
            <Part part={value} title={title} found={found[value]} isFirst={isFirst && at === 0} onFind={onFind} />
            <PartDetails isShown={found[value] === 'defect'}>{children?.(value) ?? null}</PartDetails>
          </Fragment>
        ))}
      </ul>
      {message !== null && (
        <p role="alert" className={classes.message}>
          {message}
        </p>
      )}
      <Button
        size="lg"
        className={classes.all}
        leftSection={<IconChecks size={22} aria-hidden />}
        aria-disabled={open === 0}
        {...(open === 0 && { 'data-disabled': true })}
        aria-invalid={message !== null}
        onClick={() => {
          if (open === 0) return
          const takeBack = onRestOk()
          setUndo(() => takeBack)
        }}
      >
        {open === parts.length ? 'All OK' : 'The rest OK'}
      </Button>
      {/* Not in the place of the button: a second tap of a glove would take the marks back. */}
      {undo === null ? null : (
        <Button
          variant="default"
          className={classes.undo}
          onClick={() => {
            undo()
            setUndo(null)
          }}
        >
          Undo
        </Button>
      )}
    </section>
  )
}

function PartDetails({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  if (children === null) return null
  return (
    <li className={classes.asked} hidden={!isShown}>
      {children}
    </li>
  )
}

interface PartProps extends Pick<InspectionChecklistProps, 'onFind'> {
  readonly part: DefectType
  readonly title: string
  readonly found: Check | undefined
  readonly isFirst: boolean
}

/** One part with its three marks, operated by arrow keys or taps. */
function Part({ part, title, found, isFirst, onFind }: PartProps) {
  return (
    <li className={classes.part}>
      <span className={classes.title} aria-hidden>
        {title}
      </span>
      <div className={classes.marks}>
        <MarkChoice
          label={title}
          name={`part-${part}`}
          marks={MARKS}
          value={found ?? null}
          isFirst={isFirst}
          onChoose={(mark) => onFind(part, mark)}
        />
      </div>
    </li>
  )
}
