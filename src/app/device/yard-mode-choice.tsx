import classes from './device-page.module.css'
import { setYardMode, useYardMode } from './yard-mode.ts'

/** The choice of yard mode, for this device. */
export function YardModeChoice() {
  return (
    <section className={classes.card} aria-labelledby="screen">
      <h2 id="screen">Screen</h2>
      <label className={classes.choice}>
        <input
          type="checkbox"
          checked={useYardMode()}
          aria-describedby="yard-mode"
          onChange={(event) => setYardMode(event.currentTarget.checked)}
        />
        Yard mode
      </label>
      <p id="yard-mode" className={classes.hint}>
        Larger text, larger buttons and stronger colors, for gloves and sunlight. Everyone who uses this device gets it.
      </p>
    </section>
  )
}
