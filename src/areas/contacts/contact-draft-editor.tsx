import { draftEditor } from '#src/record/draft-editor.ts'
import { contactForms } from './contact-form.tsx'

/** Continues the draft of a new department. */
export const newContactEditor = draftEditor(contactForms.newDraft, contactForms.newEditor)

/** Continues the draft of a department's changes. */
export const contactEditor = draftEditor(contactForms.editDraft, contactForms.editEditor)
