import { type ClipboardEvent, useState } from 'react'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { countOf } from '#src/format/numbers.ts'
import { currentFold } from '#src/offline/outbox/outbox.ts'
import { copiedText, copyText } from '#src/ui/clipboard.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { type Block, sizeOf } from './edits/block.ts'
import { clearEdits, daysIn, fillEdits, pasteEdits, repeatEdits, type Sheet, statusEdits } from './edits/block-edits.ts'
import { cellText } from './edits/cell-text.ts'
import { dayNow } from './edits/day-now.ts'
import { editWords } from './edits/edit-words.ts'
import { BY_KEY, type How } from './edits/how.ts'
import { dayOfTarget } from './edits/keeping.ts'
import { cellsOf, tabText } from './edits/tab-text.ts'
import type { Edits } from './edits/use-edits.ts'
import { type FiringAsked, useFiringQuestion } from './grid/use-firing-question.ts'
import { cellAt, type GridCursor } from './grid/use-grid-cursor.ts'

/** What can be done with the cells that are selected. All of it says by itself what came of it. */
export interface BlockActs extends Clipboard {
  readonly set: (status: DutyStatus, how: How) => void
  readonly clear: () => void
  readonly fill: (way: 'down' | 'right', how: How) => void
  /** What is asked before it is done; null for nothing. */
  readonly asked: FiringAsked | null
  /** Repeats what is selected over a larger block, and selects that. */
  readonly repeat: (over: Block) => void
}

/** The acts on what a cursor has selected of a sheet. */
export function useBlockActs(drawn: Sheet, cursor: GridCursor, edits: Edits, isEditable: boolean): BlockActs {
  const { block, select } = cursor
  // What is kept and not drawn yet is known at once.
  const sheet: Sheet = { ...drawn, now: (...day) => dayNow(currentFold(), ...day) }
  const { asked, unlessFiring } = useFiringQuestion()
  const change = (make: () => readonly RowEdit[], what?: string) => edits.change(make, (rows) => editWords(rows, what))
  const changeBy = ({ isByKey }: How, make: () => readonly RowEdit[], what?: string) =>
    unlessFiring(isByKey ? make() : [], () => change(make, what))
  const take = ({ drivers, first, last }: Block) => {
    const [top, bottom] = [drivers[0], drivers.at(-1)]
    if (top === undefined || bottom === undefined) return
    select({ anchor: { driver: top, column: first }, head: { driver: bottom, column: last } })
  }
  const clear = () => block && change(() => clearEdits(sheet, block))
  const put = (text: string, { isByKey }: How) => {
    if (!block) return
    if (text === '') return toastFailure(new Error(NO_TEXT))
    const pasting = () => pasteEdits(sheet, block, cellsOf(text))
    const now = pasting()
    if ('trouble' in now) return toastFailure(new Error(now.trouble))
    unlessFiring(isByKey ? now.edits : [], () => {
      change(() => {
        const then = pasting()
        return 'trouble' in then ? [] : then.edits
      }, 'pasted')
      take(now.block)
    })
  }
  const clipboard = useClipboard(asDrawn(sheet, edits), block, isEditable ? { put, clear } : null)
  return {
    ...clipboard,
    asked,
    clear,
    set: (status, how) => block && changeBy(how, () => statusEdits(sheet, block, status)),
    fill: (way, how) => block && changeBy(how, () => fillEdits(sheet, block, way), 'filled'),
    repeat: (over) => {
      if (!block) return
      change(() => repeatEdits(sheet, block, over), 'filled')
      take(over)
    },
  }
}

/** The sheet with what was typed just now, also before the device has it: what is copied is what is seen. */
function asDrawn(sheet: Sheet, { keeping }: Edits): Sheet {
  const now: Sheet['now'] = (driver, date, drawn) => {
    const day = sheet.now ? sheet.now(driver, date, drawn) : drawn
    const target = keeping.of(driver, date)
    return target ? dayOfTarget(driver, target, day) : day
  }
  return { ...sheet, now }
}

interface Clipboard {
  /** For buttons. */
  readonly copy: () => void
  readonly paste: (how: How) => void
  /** For keys, and the menus of the browser. */
  readonly onCopy: (event: ClipboardEvent) => void
  readonly onCut: (event: ClipboardEvent) => void
  readonly onPaste: (event: ClipboardEvent) => void
  /** What was done that is not seen: for who listens. */
  readonly said: string
}

interface Putting {
  readonly put: (text: string, how: How) => void
  readonly clear: () => void
}

/** What stands over the grid, an editor or a dialog, has a clipboard of its own. The event may be of where a text was last marked. */
const isOfGrid = () => cellAt(document.activeElement) !== null
const NO_TEXT = 'There is nothing to paste: what was copied is not text.'
const NO_COPYING = 'This browser does not let the app copy. Select the days and press Ctrl+C.'
const NO_PASTING = 'This browser does not let the app read what was copied. Select a day and press Ctrl+V.'

/** Days out as tab-separated text, and in. @param putting null where nothing may be changed */
function useClipboard(sheet: Sheet, block: Block | null, putting: Putting | null): Clipboard {
  const [said, setSaid] = useState('')
  const text = () => (block ? tabText(daysIn(sheet, block).map((row) => row.map(cellText))) : '')
  const tell = () => block && setSaid(`${countOf(sizeOf(block), 'day')} copied`)
  const onCopy = (event: ClipboardEvent) => {
    if (!block || !isOfGrid()) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', text())
    tell()
  }
  return {
    said,
    onCopy,
    copy: () => void copyText(text()).then(tell, () => toastFailure(new Error(NO_COPYING))),
    paste: (how) =>
      void copiedText().then(
        (copied) => putting?.put(copied, how),
        () => toastFailure(new Error(NO_PASTING)),
      ),
    onCut: (event) => {
      if (!putting || !isOfGrid()) return
      onCopy(event)
      putting.clear()
    },
    onPaste: (event) => {
      if (!putting || !isOfGrid()) return
      event.preventDefault()
      putting.put(event.clipboardData.getData('text/plain'), BY_KEY)
    },
  }
}
