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

/** A photo with its alternatives. */
export interface PhotoWithFallback {
  readonly photo: string | null
  /** The text alternative of the photo. */
  readonly alt: string
  /** Takes the place of a missing photo: initials or an icon. */
  readonly instead: ReactNode
}

interface PictureProps extends PhotoWithFallback {
  /** Width and height in CSS pixels: 32 in the navigation bar, 90 on cards, 100 in forms, 308 on the profile. */
  readonly size: number
}

function initialsOf(person: AvatarPerson): string {
  return `${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase()
}

/** The photo of a person, with their initials as the fallback. */
export function personPhoto(person: AvatarPerson): PhotoWithFallback {
  return {
    photo: person.photo,
    alt: fullName(person) || 'Photo',
    instead: initialsOf(person) || <IconUser size="50%" stroke={1.5} />,
  }
}

/** Up to this size (CSS pixels) the thumbnail of a photo is sharp, even at a pixel ratio of two. */
const LARGEST_THUMBNAIL = 100

/**
 * A photo, as a thumbnail where that is sharp enough. The fallback replaces a missing photo and one that can't be
 * fetched (offline).
 */
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
  return <Picture {...personPhoto(person)} size={size} />
}
