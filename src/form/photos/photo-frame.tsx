import type { ReactNode } from 'react'
import { useStoredFile } from '#src/offline/outbox/show/use-stored-file.ts'
import { type AvatarPerson, type PhotoWithFallback, Picture, personPhoto } from '#src/ui/person/avatar.tsx'
import classes from './photo.module.css'
import { PhotoProgress } from './photo-progress.tsx'

interface FrameProps {
  /** Width and height in CSS pixels: 90 on cards, 100 in forms, 308 on the profile. */
  readonly size: number
  /** The photo menu, for users who may change the photo. */
  readonly children?: ReactNode
}

interface PictureFrameProps extends FrameProps {
  readonly of: PhotoWithFallback
}

/** A photo of a person or a thing, even if it still waits on this device, with its upload progress. */
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

/** The same for a person. */
export function PhotoFrame({ person, ...frame }: PhotoFrameProps) {
  return <PictureFrame of={personPhoto(person)} {...frame} />
}
