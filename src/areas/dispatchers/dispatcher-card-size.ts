/** On coarse pointers links and buttons are taller. Asked when cards are laid out: a tablet may get a mouse. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/**
 * The least width of a dispatcher's card and its usual height at a width, in CSS pixels, as `dispatcher-card.module.css`
 * has them. The list measures what is on screen.
 */
export const dispatcherCardSize = {
  cardWidth: 440,
  cardHeight: (width: number) => {
    if (width < 430) return isCoarse() ? 232 : 184
    return isCoarse() ? 150 : 118
  },
}

/** A line of the compact list, as `dispatcher-line.module.css` has it. */
export const dispatcherLineHeight = (width: number) => {
  if (width < 860) return isCoarse() ? 104 : 76
  return isCoarse() ? 48 : 40
}
