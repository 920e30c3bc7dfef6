/** A line of the log, as `security-line.module.css` has it; the list measures what is on screen. In CSS pixels. */
export const securityLineSize = {
  cardWidth: Number.POSITIVE_INFINITY,
  cardHeight: (width: number) => {
    if (width < 600) return 104
    return width < 1000 ? 62 : 44
  },
  isCompact: true,
}
