import { Notice } from '#src/ui/notice/notice.tsx'
import classes from './form-frame.module.css'
import type { Frame } from './use-form-frame.ts'

/** The attribute of the message, which takes the focus when it appears. */
export const TROUBLE = 'data-trouble'

/** The reason why the form as a whole was not saved, directly above its buttons. */
export function FormTrouble({ frame: { refusal } }: { readonly frame: Frame }) {
  if (refusal.beside === '') return null
  return (
    <div className={classes.trouble} tabIndex={-1} {...{ [TROUBLE]: true }}>
      <Notice tone="trouble">{refusal.beside}</Notice>
    </div>
  )
}
