/** On coarse pointers lines are higher. Asked when they are laid out: a tablet may get a mouse. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/** A line of the list, as `inspection-line.module.css` has it; the list measures what is on screen. In CSS pixels. */
export const inspectionLineSize = {
  cardWidth: Number.POSITIVE_INFINITY,
  cardHeight: (width: number) => {
    if (width < 600) return 108
    if (width < 900) return 58
    return isCoarse() ? 52 : 44
  },
  isCompact: true,
}
