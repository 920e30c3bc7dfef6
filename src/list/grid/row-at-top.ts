import type { Virtualizer } from '@tanstack/react-virtual'

/** The first card of the line at the window's top, and the offset into that line, in pixels. */
export interface RowAtTop {
  readonly key: string
  readonly within: number
}

export interface LaidOutLines {
  readonly lines: Virtualizer<Window, HTMLDivElement>
  /** The line of a row; -1 when the list does not contain it. */
  readonly lineOf: (key: string) => number
  /** The first row of a line. */
  readonly keyOfLine: (line: number) => string
}

/** The row `below` pixels under the window's top; null when no line of this list is there. */
export function rowAtTop({ lines, keyOfLine }: LaidOutLines, below = 0): RowAtTop | null {
  const top = (lines.scrollOffset ?? 0) + below
  const line = lines.getVirtualItemForOffset(top)
  return line && line.start <= top && top < line.end ? { key: keyOfLine(line.index), within: top - line.start } : null
}

/** The scroll offset that puts the row back where it was; null when the list does not contain it. */
export function topOfRow({ key, within }: RowAtTop, { lines, lineOf }: LaidOutLines): number | null {
  const line = lineOf(key)
  const start = line < 0 ? undefined : lines.getOffsetForIndex(line, 'start')?.[0]
  return start === undefined ? null : start + lines.options.scrollPaddingStart + within
}
