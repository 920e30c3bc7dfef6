import { Loader } from '@mantine/core'
import classes from './full-screen-loader.module.css'

/** Shown only while nothing at all is known: on a device that has no stored user yet. */
export function FullScreenLoader() {
  return (
    <div className={classes.screen}>
      <Loader role="progressbar" aria-label="Loading" />
    </div>
  )
}
