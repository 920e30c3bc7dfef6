import { commentText } from '#contract/inspection-changes.ts'
import { type Inspection, inspectionKind } from '#contract/inspections.ts'
import { FormFrame } from '#src/form/form-frame.tsx'
import { RestoredNote } from '#src/form/restored-note.tsx'
import { TextAreaField } from '#src/form/text-area-field.tsx'
import { useFormDraft } from '#src/form/use-form-draft.ts'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { useIsHere } from '#src/form/use-is-here.ts'
import { useSession } from '#src/session/session.ts'
import { COMMENT_DRAFT } from './comment-draft.ts'
import { saveComment } from './save-inspection.ts'

interface CommentFormProps {
  readonly was: Inspection
  /** It is saved. */
  readonly onSaved?: () => void
}

/** What somebody has to say of an inspection; it is kept while it is typed. */
export function CommentForm({ was, onSaved }: CommentFormProps) {
  const isHere = useIsHere()
  const me = useSession().user
  const form = useFormFrame({
    start: { text: '' },
    isReady: ({ text }) => text.trim() !== '',
    onSubmit: async ({ text }) => {
      if (me === null) return
      await saveComment(was, me, text, isHere)
      await draft.drop()
      if (!isHere()) return
      form.form.reset()
      onSaved?.()
    },
  })
  const draft = useFormDraft({
    form: form.form,
    kind: COMMENT_DRAFT,
    key: inspectionKind.keyOf(was),
    pack: ({ text }) => ({ was, text }),
    unpack: ({ text }) => ({ text }),
  })
  return (
    <FormFrame frame={form.frame} submit="Save" actions={<span />}>
      {draft.isRestored && draft.isDirty ? <RestoredNote onStartOver={() => void draft.startOver()} /> : null}
      <form.Field name="text" validators={{ onBlur: commentWhereTyped }}>
        {(field) => <TextAreaField field={field} label="Add comment" placeholder="Describe maintenance work" />}
      </form.Field>
    </FormFrame>
  )
}

/** An empty one is no mistake: it can't be saved. */
const commentWhereTyped = ({ value }: { readonly value: string }) =>
  value.trim() === '' ? undefined : commentText.safeParse(value).error?.issues[0]?.message
