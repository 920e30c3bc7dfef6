/** On touch screens links and buttons are taller. Checked at each layout, because a tablet may get a mouse. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/**
 * The minimum width of a driver's card and its usual height at a width, in CSS pixels. They match
 * `driver-card.module.css`. A long name or number makes a card taller; the list measures rendered cards.
 */
export const driverCardSize = {
  cardWidth: 440,
  cardHeight: (width: number) => {
    if (width < 430) return isCoarse() ? 210 : 180
    return isCoarse() ? 157 : 128
  },
}

/** The height of a line in the compact list, in CSS pixels. It matches `driver-line.module.css`. */
export const driverLineHeight = (width: number) => {
  if (width < 860) return isCoarse() ? 80 : 64
  return isCoarse() ? 48 : 40
}
