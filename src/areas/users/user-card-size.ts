/** On touch screens links and buttons are taller. Checked at each layout, because a tablet may get a mouse. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/**
 * The minimum width of a user's card and its usual height at a width, in CSS pixels. They match `user-card.module.css`.
 */
export const userCardSize = {
  cardWidth: 360,
  cardHeight: (width: number) => {
    if (width < 360) return isCoarse() ? 214 : 178
    return isCoarse() ? 180 : 120
  },
}
