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

/** What stands at the window's top; null when what is above the list is in sight. */
export function rowAtTop({ lines, keyOfLine }: LaidLines): RowAtTop | null {
  const top = lines.scrollOffset ?? 0
  const line = lines.getVirtualItemForOffset(top)
  return line && line.start <= top ? { key: keyOfLine(line.index), within: top - line.start } : null
}

/** The first card of the line at the lower edge of the bar; null when no line of this list stands there. */
export function rowBelowBar({ lines, keyOfLine }: LaidLines): string | null {
  const top = (lines.scrollOffset ?? 0) + lines.options.scrollPaddingStart
  const line = lines.getVirtualItemForOffset(top)
  return line && line.start <= top && top < line.end ? keyOfLine(line.index) : null
}

/** How far the page has to be scrolled for that row to stand where it did; null when it is not in the list. */
export function topOfRow({ key, within }: RowAtTop, { lines, lineOf }: LaidLines): number | null {
  const line = lineOf(key)
  const start = line < 0 ? undefined : lines.getOffsetForIndex(line, 'start')?.[0]
  return start === undefined ? null : start + lines.options.scrollPaddingStart + within
}
