/** On coarse pointers links and buttons are taller. Asked when cards are laid out: a tablet may get a mouse. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/**
 * The least width of a driver's card and its usual height at a width, in CSS pixels, as `driver-card.module.css` has
 * them. A long name or number makes a card taller; the list measures what is on screen.
 */
export const driverCardSize = {
  cardWidth: 440,
  cardHeight: (width: number) => {
    if (width < 430) return isCoarse() ? 210 : 180
    return isCoarse() ? 157 : 128
  },
}

/** A line of the compact list, as `driver-line.module.css` has it. */
export const driverLineHeight = (width: number) => {
  if (width < 860) return isCoarse() ? 80 : 64
  return isCoarse() ? 48 : 40
}
