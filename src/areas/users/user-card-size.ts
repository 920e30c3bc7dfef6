/** On coarse pointers links and buttons are taller. Asked when cards are laid out: a tablet may get a mouse. */
const isCoarse = () => window.matchMedia('(pointer: coarse)').matches

/** The least width of a user's card and its usual height at a width, in CSS pixels, as `user-card.module.css` has them. */
export const userCardSize = {
  cardWidth: 360,
  cardHeight: (width: number) => {
    if (width < 360) return isCoarse() ? 214 : 178
    return isCoarse() ? 180 : 120
  },
}
