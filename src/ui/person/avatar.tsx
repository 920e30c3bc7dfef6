import { IconUser } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { thumbnailOf } from '#contract/files/files.ts'
import { fullName } from '#contract/wire/people.ts'
import classes from './avatar.module.css'

export interface AvatarPerson {
  readonly first_name: string
  readonly last_name: string
  readonly photo: string | null
}

/** A photo of whatever it is, and what is known without it. */
export interface Pictured {
  readonly photo: string | null
  /** What a photo shows, in words. */
  readonly alt: string
  /** Stands where there is no photo: initials, an icon. */
  readonly instead: ReactNode
}

interface PictureProps extends Pictured {
  /** Width and height in CSS pixels: 32 in the navigation bar, 90 on cards, 100 in forms, 308 on the profile. */
  readonly size: number
}

function initialsOf(person: AvatarPerson): string {
  return `${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase()
}

/** A person as pictures are given: their initials stand where there is no photo. */
export function picturedPerson(person: AvatarPerson): Pictured {
  return {
    photo: person.photo,
    alt: fullName(person) || 'Photo',
    instead: initialsOf(person) || <IconUser size="50%" stroke={1.5} />,
  }
}

/** Up to this size the small version of a photo is as sharp, also on screens of two pixels to one. */
const LARGEST_THUMBNAIL = 100

/** A photo, small where that is enough; what stands for it where there is none, or where it can't be fetched (no network). */
export function Picture({ photo, alt, instead, size }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const style = { '--avatar-size': `${size}px` } as React.CSSProperties
  const source = photo !== null && size <= LARGEST_THUMBNAIL ? thumbnailOf(photo) : photo
  if (source === null || source === failed) {
    return (
      <span className={classes.avatar} style={style} aria-hidden>
        {instead}
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
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(source)}
    />
  )
}

interface AvatarProps {
  readonly person: AvatarPerson
  readonly size: number
}

/** A person's photo, or their initials. */
export function Avatar({ person, size }: AvatarProps) {
  return <Picture {...picturedPerson(person)} size={size} />
}
