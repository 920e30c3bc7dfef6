import type { ReactNode } from 'react'

interface FactProps {
  readonly name: string
  /** Hides the name visually, because the value's look explains it. Screen readers still read it. */
  readonly isNameHidden?: boolean
  /** The value is a name, a number or a code that browsers must not translate. */
  readonly isVerbatim?: boolean
  /** Sets `data-tone` for the style sheet of the surrounding list. */
  readonly tone?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A name with its value, in a `<dl>`. */
export function Fact({ name, isNameHidden, isVerbatim, tone, className, children }: FactProps) {
  return (
    <div data-tone={tone} className={className}>
      <dt className={isNameHidden ? 'visually-hidden' : undefined}>{name}</dt>
      <dd translate={isVerbatim ? 'no' : undefined}>{children}</dd>
    </div>
  )
}
