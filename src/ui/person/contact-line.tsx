import type { ReactNode } from 'react'
import { telHref } from '#src/format/phone.ts'
import classes from './contact-line.module.css'

interface ContactLineProps {
  readonly person: { readonly email: string; readonly phone: string }
  /** A class that positions the line in its card. */
  readonly className?: string | undefined
}

/** A person's e-mail and phone, as links. */
export function ContactLine({ person: { email, phone }, className = '' }: ContactLineProps) {
  return (
    <p className={`${classes.contact} ${className}`} translate="no">
      <a href={`mailto:${email}`} title={email}>
        {email}
      </a>
      <PhoneLink phone={phone} />
    </p>
  )
}

/** A phone number as a link. A text without digits shows `orElse` instead. */
export function PhoneLink({ phone, orElse = null }: { readonly phone: string; readonly orElse?: ReactNode }) {
  const href = telHref(phone)
  return href === null ? (
    orElse
  ) : (
    <a href={href} translate="no">
      {phone}
    </a>
  )
}
