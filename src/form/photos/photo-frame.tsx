import type { ReactNode } from 'react'
import { useStoredFile } from '#src/offline/outbox/show/use-stored-file.ts'
import { type AvatarPerson, Picture, type Pictured, picturedPerson } from '#src/ui/person/avatar.tsx'
import classes from './photo.module.css'
import { PhotoProgress } from './photo-progress.tsx'

interface FrameProps {
  /** Width and height in CSS pixels: 90 on cards, 100 in forms, 308 on the profile. */
  readonly size: number
  /** For those who may change it: the menu. */
  readonly children?: ReactNode
}

interface PictureFrameProps extends FrameProps {
  readonly of: Pictured
}

/** The photo of whatever it is, one that waits on this device included, and how much of it has reached the server. */
export function PictureFrame({ of, size, children }: PictureFrameProps) {
  const photo = useStoredFile(of.photo)
  return (
    <div className={classes.photo}>
      <Picture {...of} photo={photo} size={size} />
      {children}
      <PhotoProgress photo={of.photo} />
    </div>
  )
}

interface PhotoFrameProps extends FrameProps {
  readonly person: AvatarPerson
}

/** The same of a person. */
export function PhotoFrame({ person, ...frame }: PhotoFrameProps) {
  return <PictureFrame of={picturedPerson(person)} {...frame} />
}
