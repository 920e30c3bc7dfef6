import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import classes from '#src/areas/maintenance/new/new-inspection.module.css'
import { newDefect, type TypedDefect } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { type BoundField, named, useMessage } from '#src/form/fields/bound-field.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { TypedDefectFields } from './typed-defect-fields.tsx'

interface TypedDefectsProps {
  readonly field: BoundField<readonly TypedDefect[]>
  /** The defects of the field that the report contains. */
  readonly shown: readonly TypedDefect[]
}

/** The list of a report's defects, with buttons to add and remove defects. */
export function TypedDefects({ field, shown }: TypedDefectsProps) {
  const message = useMessage(field)
  const { value } = field.state
  const change = (to: TypedDefect) =>
    field.handleChange(value.map((one) => (one.client_id === to.client_id ? to : one)))
  return (
    <section className={classes.defects} aria-label="Defects">
      {shown.map((defect) => (
        <div key={defect.client_id} className={classes.defectCard}>
          {defect.isOfChecklist && defect.defect_type !== '' ? (
            <p className={classes.defectTitle}>{defectTitle(defect.defect_type)}</p>
          ) : null}
          <TypedDefectFields defect={defect} isJudged={message !== null} onChange={change} />
          {defect.isOfChecklist || shown.length === 1 ? null : (
            <Button
              variant="subtle"
              color="gray"
              className={classes.less}
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => field.handleChange(value.filter(({ client_id }) => client_id !== defect.client_id))}
            >
              Remove this defect
            </Button>
          )}
        </div>
      ))}
      {message !== null && shown.every(({ defect_type }) => defect_type !== '') ? (
        <p role="alert" className={classes.message}>
          {named(message, 'Defects')}
        </p>
      ) : null}
      <Button
        variant="default"
        className={classes.more}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => field.handleChange([...value, newDefect(newUuid())])}
      >
        Add a defect
      </Button>
    </section>
  )
}
