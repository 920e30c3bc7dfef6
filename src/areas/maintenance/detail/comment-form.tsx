import { commentText } from '#contract/maintenance/inspection-changes.ts'
import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { saveComment } from '#src/areas/maintenance/changes/save-inspection.ts'
import { TextAreaField } from '#src/form/fields/text-area-field.tsx'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { RestoredNote } from '#src/form/frame/restored-note.tsx'
import { useDraftForm } from '#src/form/frame/use-draft-form.ts'
import { useSession } from '#src/session/session.ts'
import { COMMENT_DRAFT } from './comment-draft.ts'

interface CommentFormProps {
  readonly was: Inspection
  /** Called after the comment is saved. */
  readonly onSaved?: () => void
}

/** The form that adds a comment to an inspection. Typing is stored as a draft. */
export function CommentForm({ was, onSaved }: CommentFormProps) {
  const me = useSession().user
  const { form, isDirty, isRestored, startOver } = useDraftForm({
    start: { text: '' },
    nothing: null,
    kind: COMMENT_DRAFT,
    key: inspectionKind.keyOf(was),
    pack: ({ values: { text } }) => ({ was, text }),
    unpack: ({ text }) => ({ values: { text }, beside: null }),
    isReady: ({ values: { text } }) => text.trim() !== '',
    save: async ({ values: { text } }, own) => {
      if (me !== null) await saveComment(was, me, text, own)
    },
    onSaved: () => {
      form.reset()
      onSaved?.()
    },
    onGivenUp: () => undefined,
  })
  return (
    <FormFrame frame={form.frame} submit="Save" isWide={false}>
      {isRestored && isDirty ? <RestoredNote what="comment" onStartOver={() => void startOver()} /> : null}
      <form.Field name="text" validators={{ onBlur: commentRule }}>
        {(field) => <TextAreaField field={field} label="Add comment" placeholder="Describe maintenance work" />}
      </form.Field>
    </FormFrame>
  )
}

/** An empty comment is not an error: it just can't be saved. */
const commentRule = ({ value }: { readonly value: string }) =>
  value.trim() === '' ? undefined : commentText.safeParse(value).error?.issues[0]?.message
