import { Notice } from '#src/ui/notice/notice.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import classes from './form-frame.module.css'
import type { Frame } from './use-form-frame.ts'

/** Few devices ever need it. If it can't be loaded, the message alone says what to do. */
const WaysOut = lazyPart(() =>
  import('./ways-out.tsx').then(
    (module) => module.WaysOut,
    () => () => null,
  ),
)

/** The attribute of the message, which takes the focus when it appears. */
export const TROUBLE = 'data-trouble'

/** The reason why the form as a whole was not saved, directly above its buttons, with ways out where there are any. */
export function FormTrouble({ frame }: { readonly frame: Frame }) {
  const { beside, isFull = false } = frame.refusal
  if (beside === '') return null
  return (
    <div className={classes.trouble} tabIndex={-1} {...{ [TROUBLE]: true }}>
      <Notice tone="trouble">{beside}</Notice>
      {isFull ? <WaysOut frame={frame} /> : null}
    </div>
  )
}
