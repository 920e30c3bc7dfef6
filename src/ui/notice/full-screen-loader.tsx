import { Loader } from '@mantine/core'
import classes from './full-screen-loader.module.css'

/** Shown only while nothing is known yet: on a device without a stored user. */
export function FullScreenLoader() {
  return (
    <div className={classes.screen}>
      <Loader role="progressbar" aria-label="Loading" />
    </div>
  )
}
