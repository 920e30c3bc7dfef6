import type { ReactNode } from 'react'
import { useKeptFile } from '#src/offline/outbox/use-kept-file.ts'
import { Avatar, type AvatarPerson } from '#src/ui/avatar.tsx'
import classes from './photo.module.css'
import { PhotoProgress } from './photo-progress.tsx'

interface PhotoFrameProps {
  readonly person: AvatarPerson
  /** Width and height in CSS pixels: 90 on cards, 100 in forms, 308 on the profile. */
  readonly size: number
  /** For those who may change it: the menu. */
  readonly children?: ReactNode
}

/** A person's photo, one that waits on this device included, and how much of it has reached the server. */
export function PhotoFrame({ person, size, children }: PhotoFrameProps) {
  const photo = useKeptFile(person.photo)
  return (
    <div className={classes.photo}>
      <Avatar person={{ ...person, photo }} size={size} />
      {children}
      <PhotoProgress photo={person.photo} />
    </div>
  )
}
