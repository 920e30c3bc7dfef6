/** On touch screens links and buttons are taller. Checked at each layout, because a tablet may get a mouse. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/**
 * The minimum width of a unit's card and its usual height at a width, in CSS pixels. They match `unit-card.module.css`.
 * A long name or more reasons make a card taller; the list measures rendered cards.
 */
export const unitCardSize = {
  cardWidth: 440,
  cardHeight: (width: number) => {
    if (width < 430) return isCoarse() ? 262 : 226
    return isCoarse() ? 196 : 172
  },
}

/** The height of a line in the compact list, in CSS pixels. It matches `unit-line.module.css`. */
export const unitLineHeight = (width: number) => {
  if (width < 860) return isCoarse() ? 80 : 64
  return isCoarse() ? 48 : 40
}
