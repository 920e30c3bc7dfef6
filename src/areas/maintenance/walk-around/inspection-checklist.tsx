import { Fragment, type ReactNode } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { Check, DefectType } from '#contract/maintenance/maintenance-choices.ts'
import { useMessage } from '#src/form/fields/bound-field.ts'
import { useFocusFirst } from '#src/form/frame/use-focus-first.ts'
import classes from './inspection-checklist.module.css'
import { type Mark, MarkChoice } from './mark-choice.tsx'
import { useRestOk } from './rest-ok.tsx'
import { uncheckedWords, walkedUnitWords } from './walked-words.ts'

const MARKS = [
  { value: 'ok', title: 'OK', color: 'green' },
  { value: 'defect', title: 'Defect', color: 'red' },
  { value: 'not_applicable', title: 'N.A.', color: 'gray' },
] as const satisfies readonly Mark<Check>[]

type FoundMarks = Readonly<Partial<Record<DefectType, Check>>>

interface InspectionChecklistProps {
  readonly parts: readonly { readonly value: DefectType; readonly title: string }[]
  readonly field: Parameters<typeof useMessage>[0] & { readonly state: { readonly value: FoundMarks } }
  /** The unit that the message about unchecked parts names. Null for none. */
  readonly unit?: Inspection['transport'] | null
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
 * The checklist of the parts named by 49 CFR 396.11. Its head stays in view: how many parts are checked, what a refused
 * save misses, and, after the first mark, the button that marks all other parts as OK.
 */
export function InspectionChecklist(props: InspectionChecklistProps) {
  const { parts, field, unit = null, isFirst = false, onFind, onRestOk, children } = props
  const message = useMessage(field)
  const found = field.state.value
  const frame = useFocusFirst<HTMLElement>()
  const total = parts.length
  const open = parts.filter(({ value }) => found[value] === undefined).length
  const restOk = useRestOk({ open, total, onRestOk })
  return (
    <section ref={frame} className={classes.checklist} aria-label="Checklist">
      <div className={classes.head}>
        <p className={classes.count} role="status">
          {total - open} of {total} checked
        </p>
        {restOk.head}
        {message === null ? null : (
          <p role="alert" className={classes.message}>
            {open === 0
              ? message
              : `${unit === null ? '' : `${walkedUnitWords(unit)}: `}${uncheckedWords({ open, total })}`}
          </p>
        )}
      </div>
      <ul className={classes.parts}>
        {parts.map(({ value, title }, at) => (
          <Fragment key={value}>
            <Part
              part={value}
              title={title}
              found={found[value]}
              isFirst={isFirst && at === 0}
              isMissing={message !== null && found[value] === undefined}
              onFind={onFind}
            />
            <PartDetails isShown={found[value] === 'defect'}>{children?.(value) ?? null}</PartDetails>
          </Fragment>
        ))}
      </ul>
      {restOk.end}
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
  /** The save was refused because it is not marked. */
  readonly isMissing: boolean
}

/** One part with its three marks, operated by arrow keys or taps. */
function Part({ part, title, found, isFirst, isMissing, onFind }: PartProps) {
  return (
    <li className={classes.part}>
      <span className={classes.title} aria-hidden>
        {title}
        {isMissing ? <span className={classes.missing}>Not checked</span> : null}
      </span>
      <div className={classes.marks}>
        <MarkChoice
          label={title}
          name={`part-${part}`}
          marks={MARKS}
          value={found ?? null}
          isFirst={isFirst}
          isMissing={isMissing}
          onChoose={(mark) => onFind(part, mark)}
        />
      </div>
    </li>
  )
}
