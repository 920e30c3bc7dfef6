import type { ReactNode } from 'react'

interface FactProps {
  readonly name: string
  /** Read aloud only: what it is can be told by its look. */
  readonly isNameHidden?: boolean
  /** A name, a number, a code: no translator may change it. */
  readonly isVerbatim?: boolean
  /** For the style sheet of the list that it stands in. */
  readonly tone?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** One thing that is known, in a `<dl>`. */
export function Fact({ name, isNameHidden, isVerbatim, tone, className, children }: FactProps) {
  return (
    <div data-tone={tone} className={className}>
      <dt className={isNameHidden ? 'visually-hidden' : undefined}>{name}</dt>
      <dd translate={isVerbatim ? 'no' : undefined}>{children}</dd>
    </div>
  )
}
