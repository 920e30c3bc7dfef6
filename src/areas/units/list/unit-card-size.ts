/** On coarse pointers links and buttons are taller. Asked when cards are laid out: a tablet may get a mouse. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/**
 * The least width of a unit's card and its usual height at a width, in CSS pixels, as `unit-card.module.css` has them. A long
 * name or more reasons make a card taller; the list measures what is on screen.
 */
export const unitCardSize = {
  cardWidth: 440,
  cardHeight: (width: number) => {
    if (width < 430) return isCoarse() ? 262 : 226
    return isCoarse() ? 196 : 172
  },
}

/** A line of the compact list, as `unit-line.module.css` has it. */
export const unitLineHeight = (width: number) => {
  if (width < 860) return isCoarse() ? 80 : 64
  return isCoarse() ? 48 : 40
}
