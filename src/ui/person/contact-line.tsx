import type { ReactNode } from 'react'
import { telHref } from '#src/format/phone.ts'
import classes from './contact-line.module.css'

interface ContactLineProps {
  readonly person: { readonly email: string; readonly phone: string }
  /** Where it stands in its card. */
  readonly className?: string | undefined
}

/** How a person is reached: links to write a mail and to call. */
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

/** A number to be called; something else, or nothing, when there are no digits in it. */
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
