import type { ReactNode } from 'react'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import type { Density } from './density.ts'
import { DensityToggle } from './density-toggle.tsx'
import { ChoiceMenu } from './filter/choice-menu.tsx'
import { FindField, type ListSearch } from './find-field.tsx'
import classes from './list-controls.module.css'
import { Refresh } from './refresh.tsx'

/** A sort or filter: the chosen value and the possible ones. */
export interface ListChoice<Value extends string> {
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
}

interface ListControlsProps<Sort extends string, Filter extends string> {
  readonly list: Pick<Reading, 'refetch' | 'isRefreshing'> & { readonly readAhead: () => void }
  readonly sort: ListChoice<Sort> | undefined
  readonly filter: ListChoice<Filter> | undefined
  readonly find: ListSearch | undefined
  /** Null for a list with only one density. */
  readonly density: { readonly value: Density; readonly onChoose: (density: Density) => void } | null
  readonly actions: ReactNode
}

/**
 * Search, sort, filter, density and actions of a list. When the pointer or the focus arrives, the device's rows are
 * read ahead.
 */
export function ListControls<Sort extends string, Filter extends string>(props: ListControlsProps<Sort, Filter>) {
  const { list, sort, filter, find, density, actions } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only prepares for the actions of its buttons.
    <div className={classes.controls} onPointerEnter={list.readAhead} onFocus={list.readAhead}>
      {find ? <FindField {...find} /> : null}
      <Refresh list={list} />
      {sort ? <ChoiceMenu label="Sort" {...sort} /> : null}
      {filter ? <ChoiceMenu label="Filter" {...filter} /> : null}
      {density ? <DensityToggle density={density.value} onChoose={density.onChoose} /> : null}
      {actions}
    </div>
  )
}
