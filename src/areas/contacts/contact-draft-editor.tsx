import { draftEditor } from '#src/record/draft-editor.ts'
import { contactForms } from './contact-form.tsx'

/** Goes on with a new department. */
export const newContactEditor = draftEditor(contactForms.newDraft, contactForms.newEditor)

/** Goes on with changes of a department. */
export const contactEditor = draftEditor(contactForms.editDraft, contactForms.editEditor)
