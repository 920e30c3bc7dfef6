/**
 * The height of a line of the log, in CSS pixels. It matches `security-line.module.css`; the list measures rendered
 * lines.
 */
export const securityLineSize = {
  cardWidth: Number.POSITIVE_INFINITY,
  cardHeight: (width: number) => {
    if (width < 600) return 104
    return width < 1000 ? 62 : 44
  },
  isCompact: true,
}
