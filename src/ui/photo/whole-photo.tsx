import { useState } from 'react'
import classes from './whole-photo.module.css'

interface WholePhotoProps {
  /** The thumbnail, which is available immediately; null for none. */
  readonly thumbnail: string | null
  readonly address: string | null
  /** `address` leads only to a small version. */
  readonly isSmall?: boolean | undefined
  readonly alt: string
}

/** A photo that fills its room. The thumbnail is shown until the photo is loaded. */
export function WholePhoto({ thumbnail, address, isSmall = false, alt }: WholePhotoProps) {
  const [come, setCome] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const isFailed = address !== null && failed === address
  const isMissing = isFailed || (isSmall && address !== null)
  return (
    <div className={classes.room}>
      {thumbnail !== null && come !== address ? (
        <img className={classes.photo} src={thumbnail} alt="" draggable={false} />
      ) : null}
      {address !== null && !isFailed ? (
        <img
          className={classes.photo}
          src={address}
          alt={alt}
          draggable={false}
          decoding="async"
          onLoad={() => setCome(address)}
          onError={() => setFailed(address)}
        />
      ) : null}
      {isMissing || address === null ? (
        <p className={classes.words} role="status">
          {isMissing
            ? 'The photo itself is not on this device. It needs the network.'
            : 'The photo is being read from this device.'}
        </p>
      ) : null}
    </div>
  )
}
