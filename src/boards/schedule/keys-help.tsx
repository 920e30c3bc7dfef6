import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { letterOf } from './grid/grid-keys.ts'
import classes from './keys-help.module.css'

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Arrows, Home, End, Page Up, Page Down', 'Go from day to day; with Ctrl+Home and Ctrl+End to the corners'],
  ...DUTY_STATUSES.map(
    ({ title }, at) =>
      [`${letterOf(title)} or ${at + 1}`, title === 'Firing' ? 'Firing, after a question' : title] as const,
  ),
  ['Enter', 'Open the day'],
  ['F2', 'Write the description: Enter goes on below, Tab beside, Escape gives it up'],
  ['Delete', 'Clear'],
  ['Shift with arrows or a click, or dragging', 'Select several days; Ctrl+A all, Escape none'],
  ['Ctrl+D, Ctrl+R', 'Fill down, fill right; or pull the handle of what is selected'],
  ['Ctrl+C, Ctrl+X, Ctrl+V', 'Copy, cut, paste, also from and to a spreadsheet'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'Undo, redo; Firing after a question'],
  ['Ctrl+P', 'Sheets to print'],
]

/** Help dialog: the schedule's keys and touch gestures. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" size="lg" onClose={onClose}>
      <dl className={classes.keys}>
        {KEYS.map(([keys, does]) => (
          <div key={keys} className={classes.line}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.fingers}>
        With fingers: tap a day to open it, rest on it to select, swipe for another week.
      </p>
      <p className={classes.fingers}>
        In Safari on a Mac, Tab goes to buttons and links once “Press Tab to highlight each item on a webpage” is on in
        its settings, under Advanced. Until then Option+Tab does.
      </p>
    </Dialog>
  )
}
