import { type ClipboardEvent, useState } from 'react'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { countOf } from '#src/format/numbers.ts'
import { foldForScreen } from '#src/offline/outbox/outbox.ts'
import { copyText, readClipboardText } from '#src/ui/clipboard.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { type Block, cellCount } from './edits/block.ts'
import {
  clearEdits,
  daysIn,
  fillEdits,
  pasteEdits,
  repeatEdits,
  statusEdits,
  type VisibleGrid,
} from './edits/block-edits.ts'
import { cellText } from './edits/cell-text.ts'
import { dayNow } from './edits/day-now.ts'
import { editWords } from './edits/edit-words.ts'
import { BY_KEY, type InputMethod } from './edits/input-method.ts'
import { parseTabText, tabText } from './edits/tab-text.ts'
import { dayWithEdit } from './edits/unsaved-edits.ts'
import type { Edits } from './edits/use-edits.ts'
import { type FiringConfirmation, useFiringQuestion } from './grid/use-firing-question.ts'
import { cellAt, type GridCursor } from './grid/use-grid-cursor.ts'

/** Actions on the selected cells. Each action reports its own result to the user. */
export interface BlockActs extends Clipboard {
  readonly set: (status: DutyStatus, method: InputMethod) => void
  readonly clear: () => void
  readonly fill: (way: 'down' | 'right', method: InputMethod) => void
  /** The open question before a key sets *Firing*; null when no question is open. */
  readonly confirmation: FiringConfirmation | null
  /** Repeats the selected cells over a larger block and selects the larger block. */
  readonly repeat: (over: Block) => void
}

/** The actions on the cells of `drawn` that the cursor has selected. */
export function useBlockActs(drawn: VisibleGrid, cursor: GridCursor, edits: Edits, isEditable: boolean): BlockActs {
  const { block, select } = cursor
  // Edits build on changes that are saved but not drawn yet.
  const grid: VisibleGrid = { ...drawn, currentDay: (...day) => dayNow(foldForScreen(), ...day) }
  const { confirmation, confirmIfFiring } = useFiringQuestion()
  const change = (make: () => readonly RowEdit[], outcome?: string) =>
    edits.change(make, (rows) => editWords(rows, outcome))
  const changeBy = ({ isByKey }: InputMethod, make: () => readonly RowEdit[], outcome?: string) =>
    confirmIfFiring(isByKey ? make() : [], () => change(make, outcome))
  const selectBlock = ({ drivers, first, last }: Block) => {
    const [top, bottom] = [drivers[0], drivers.at(-1)]
    if (top === undefined || bottom === undefined) return
    select({ anchor: { driver: top, column: first }, head: { driver: bottom, column: last } })
  }
  const clear = () => block && change(() => clearEdits(grid, block))
  const paste = (text: string, { isByKey }: InputMethod) => {
    if (!block) return
    if (text === '') return toastFailure(new Error(NO_TEXT))
    const pasteNow = () => pasteEdits(grid, block, parseTabText(text))
    const first = pasteNow()
    if ('trouble' in first) return toastFailure(new Error(first.trouble))
    confirmIfFiring(isByKey ? first.edits : [], () => {
      change(() => {
        const again = pasteNow()
        return 'trouble' in again ? [] : again.edits
      }, 'pasted')
      selectBlock(first.block)
    })
  }
  const clipboard = useClipboard(withUnsavedEdits(grid, edits), block, isEditable ? { paste, clear } : null)
  return {
    ...clipboard,
    confirmation,
    clear,
    set: (status, method) => block && changeBy(method, () => statusEdits(grid, block, status)),
    fill: (way, method) => block && changeBy(method, () => fillEdits(grid, block, way), 'filled'),
    repeat: (over) => {
      if (!block) return
      change(() => repeatEdits(grid, block, over), 'filled')
      selectBlock(over)
    },
  }
}

/** The grid including edits that are still being saved, so that copying takes what the user sees. */
function withUnsavedEdits(grid: VisibleGrid, { unsaved }: Edits): VisibleGrid {
  const currentDay: VisibleGrid['currentDay'] = (driver, date, drawn) => {
    const day = grid.currentDay ? grid.currentDay(driver, date, drawn) : drawn
    const target = unsaved.editOf(driver, date)
    return target ? dayWithEdit(driver, target, day) : day
  }
  return { ...grid, currentDay }
}

interface Clipboard {
  /** Called by buttons. */
  readonly copy: () => void
  readonly paste: (method: InputMethod) => void
  /** Called by keys and by the browser's menus. */
  readonly onCopy: (event: ClipboardEvent) => void
  readonly onCut: (event: ClipboardEvent) => void
  readonly onPaste: (event: ClipboardEvent) => void
  /** Announcement for screen readers of a result that is not visible, such as a copy. */
  readonly announcement: string
}

interface PasteTarget {
  readonly paste: (text: string, method: InputMethod) => void
  readonly clear: () => void
}

/**
 * Whether the focus is on a grid cell. An editor or dialog over the grid handles the clipboard itself. The event's
 * target is no help: it can be the place where text was last selected.
 */
const isGridFocused = () => cellAt(document.activeElement) !== null
const NO_TEXT = 'There is nothing to paste: it is not text.'
const NO_COPYING = 'Copying is blocked here. Select the days and press Ctrl+C.'
const NO_PASTING = 'Pasting is blocked here. Select a day and press Ctrl+V.'

/**
 * Copies days as tab-separated text and pastes such text.
 * @param target null when the user may not change the schedule
 */
function useClipboard(grid: VisibleGrid, block: Block | null, target: PasteTarget | null): Clipboard {
  const [announcement, setAnnouncement] = useState('')
  const text = () => (block ? tabText(daysIn(grid, block).map((row) => row.map(cellText))) : '')
  const announceCopy = () => block && setAnnouncement(`${countOf(cellCount(block), 'day')} copied`)
  const onCopy = (event: ClipboardEvent) => {
    if (!block || !isGridFocused()) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', text())
    announceCopy()
  }
  return {
    announcement,
    onCopy,
    copy: () => void copyText(text()).then(announceCopy, () => toastFailure(new Error(NO_COPYING))),
    paste: (method) =>
      void readClipboardText().then(
        (copied) => target?.paste(copied, method),
        () => toastFailure(new Error(NO_PASTING)),
      ),
    onCut: (event) => {
      if (!target || !isGridFocused()) return
      onCopy(event)
      target.clear()
    },
    onPaste: (event) => {
      if (!target || !isGridFocused()) return
      event.preventDefault()
      target.paste(event.clipboardData.getData('text/plain'), BY_KEY)
    },
  }
}
