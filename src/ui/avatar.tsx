import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { thumbnailOf } from '#contract/files.ts'
import { fullName } from '#contract/people.ts'
import classes from './avatar.module.css'

export interface AvatarPerson {
  readonly first_name: string
  readonly last_name: string
  readonly photo: string | null
}

interface AvatarProps {
  readonly person: AvatarPerson
  /** Width and height in CSS pixels: 32 in the navigation bar, 90 on cards, 100 in forms, 308 on the profile. */
  readonly size: number
}

function initialsOf(person: AvatarPerson): string {
  return `${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase()
}

/** Up to this size the small version of a photo is as sharp, also on screens of two pixels to one. */
const LARGEST_THUMBNAIL = 100

/** A person's photo, small where that is enough; their initials where there is none, or where it can't be fetched (no network). */
export function Avatar({ person, size }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const style = { '--avatar-size': `${size}px` } as React.CSSProperties
  const source = person.photo !== null && size <= LARGEST_THUMBNAIL ? thumbnailOf(person.photo) : person.photo
  if (source === null || source === failed) {
    return (
      <span className={classes.avatar} style={style} aria-hidden>
        {initialsOf(person) || <IconUser size="50%" stroke={1.5} />}
      </span>
    )
  }
  return (
    <img
      className={classes.avatar}
      style={style}
      src={source}
      width={size}
      height={size}
      alt={fullName(person) || 'Photo'}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(source)}
    />
  )
}
