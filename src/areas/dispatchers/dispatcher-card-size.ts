/** On touch screens links and buttons are taller. Checked at each layout, because a tablet may get a mouse. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/**
 * The minimum width of a dispatcher's card and its usual height at a width, in CSS pixels. They match
 * `dispatcher-card.module.css`. The list measures rendered cards.
 */
export const dispatcherCardSize = {
  cardWidth: 440,
  cardHeight: (width: number) => {
    if (width < 430) return isCoarse() ? 232 : 184
    return isCoarse() ? 150 : 118
  },
}

/** The height of a line in the compact list, in CSS pixels. It matches `dispatcher-line.module.css`. */
export const dispatcherLineHeight = (width: number) => {
  if (width < 860) return isCoarse() ? 104 : 76
  return isCoarse() ? 48 : 40
}
