import type { Virtualizer } from '@tanstack/react-virtual'

/** The first card of the line at the window's top, and how far into that line, in pixels. */
export interface RowAtTop {
  readonly key: string
  readonly within: number
}

export interface LaidLines {
  readonly lines: Virtualizer<Window, HTMLDivElement>
  /** The line in which a row stands; -1 when it is not there. */
  readonly lineOf: (key: string) => number
  /** The first row of a line. */
  readonly keyOfLine: (line: number) => string
}

/** What stands so far below the window's top, in pixels; null when no line of this list does. */
export function rowAtTop({ lines, keyOfLine }: LaidLines, below = 0): RowAtTop | null {
  const top = (lines.scrollOffset ?? 0) + below
  const line = lines.getVirtualItemForOffset(top)
  return line && line.start <= top && top < line.end ? { key: keyOfLine(line.index), within: top - line.start } : null
}

/** How far the page has to be scrolled for that row to stand where it did; null when it is not in the list. */
export function topOfRow({ key, within }: RowAtTop, { lines, lineOf }: LaidLines): number | null {
  const line = lineOf(key)
  const start = line < 0 ? undefined : lines.getOffsetForIndex(line, 'start')?.[0]
  return start === undefined ? null : start + lines.options.scrollPaddingStart + within
}
