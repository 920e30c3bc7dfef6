import type { ReactNode } from 'react'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import type { Density } from './density.ts'
import { DensityToggle } from './density-toggle.tsx'
import { ChoiceMenu } from './filter/choice-menu.tsx'
import { FindField, type Finding } from './find-field.tsx'
import classes from './list-controls.module.css'
import { Refresh } from './refresh.tsx'

/** A sort or filter: what is chosen, and what may be. */
export interface Choosing<Value extends string> {
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
}

interface ListControlsProps<Sort extends string, Filter extends string> {
  readonly list: Pick<Reading, 'refetch' | 'isRefreshing'> & { readonly prepare: () => void }
  readonly sort: Choosing<Sort> | undefined
  readonly filter: Choosing<Filter> | undefined
  readonly find: Finding | undefined
  /** Null where a list has only one. */
  readonly density: { readonly value: Density; readonly onChoose: (density: Density) => void } | null
  readonly actions: ReactNode
}

/** What can be chosen of a list. Whoever comes near is about to: the rows on the device are read ahead. */
export function ListControls<Sort extends string, Filter extends string>(props: ListControlsProps<Sort, Filter>) {
  const { list, sort, filter, find, density, actions } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only gets ready for what its buttons do.
    <div className={classes.controls} onPointerEnter={list.prepare} onFocus={list.prepare}>
      {find ? <FindField {...find} /> : null}
      <Refresh list={list} />
      {sort ? <ChoiceMenu label="Sort" {...sort} /> : null}
      {filter ? <ChoiceMenu label="Filter" {...filter} /> : null}
      {density ? <DensityToggle density={density.value} onChoose={density.onChoose} /> : null}
      {actions}
    </div>
  )
}
