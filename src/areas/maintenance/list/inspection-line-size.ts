/** Lines are higher for coarse pointers. Checked at each layout: a mouse can be connected to a tablet at any time. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/**
 * The estimated size of a list line in CSS pixels, as `inspection-line.module.css` sets it. The list measures the lines
 * that are on screen.
 */
export const inspectionLineSize = {
  cardWidth: Number.POSITIVE_INFINITY,
  cardHeight: (width: number) => {
    if (width < 600) return 108
    if (width < 900) return 58
    return isCoarse() ? 52 : 44
  },
  isCompact: true,
}
