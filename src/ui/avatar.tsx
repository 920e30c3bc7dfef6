import { useState } from 'react'
import { fullName } from '#contract/users.ts'
import classes from './avatar.module.css'

interface AvatarProps {
  readonly person: { readonly first_name: string; readonly last_name: string; readonly photo: string | null }
  /** Width and height in CSS pixels: 32 in the navigation bar, 90 on cards. */
  readonly size: number
}

function initialsOf(person: AvatarProps['person']): string {
  return `${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase()
}

/** A person's photo; their initials where there is none, or where it can't be fetched (no network). */
export function Avatar({ person, size }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const style = { '--avatar-size': `${size}px` } as React.CSSProperties
  if (person.photo === null || person.photo === failed) {
    return (
      <span className={classes.avatar} style={style} aria-hidden>
        {initialsOf(person)}
      </span>
    )
  }
  return (
    <img
      className={classes.avatar}
      style={style}
      src={person.photo}
      width={size}
      height={size}
      alt={fullName(person)}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(person.photo)}
    />
  )
}
