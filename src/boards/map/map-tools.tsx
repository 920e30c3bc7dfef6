import type { SyntheticEvent } from 'react'
import { ChoiceMenu } from '#src/list/filter/choice-menu.tsx'
import { FindField } from '#src/list/find-field.tsx'
import { TabList } from '#src/ui/page/tab-list.tsx'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import { type BoardProps, NOTHING_PICKED, REPLACE } from './board-parts.ts'
import classes from './map-page.module.css'
import type { MapSort, MapTab } from './map-search.ts'
import { TABS } from './map-tabs.ts'

const SORTS: readonly Choice<MapSort>[] = [
  { value: 'name', title: 'A-Z' },
  { value: 'status', title: 'Status' },
]
/** The id of the tabs' panel. */
export const PANEL = 'map-panel'

interface MapToolsProps extends Pick<BoardProps, 'search' | 'change' | 'tab'> {
  readonly tabs: readonly MapTab[]
  /** Called when the user submits the search, to select the first match. */
  readonly onSubmit: (text: string) => void
}

/** The tabs, the search and the sort order of the map. */
export function MapTools({ tabs, tab, search: { find, sort }, change, onSubmit }: MapToolsProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The field's text is newer than the URL, which follows it.
    onSubmit(event.currentTarget.querySelector('input')?.value ?? '')
  }
  return (
    <div className={classes.tools}>
      <TabList
        label="What the map shows"
        tabs={tabs.map((value) => ({ value, title: TABS[value].title }))}
        value={tab}
        onChoose={(value) => change({ ...NOTHING_PICKED, tab: value })}
        panelId={PANEL}
      />
      <form className={classes.find} onSubmit={submit}>
        <FindField value={find} onFind={(text) => change({ find: text }, REPLACE)} />
      </form>
      <ChoiceMenu label="Sort" value={sort} choices={SORTS} onChoose={(value) => change({ sort: value })} />
    </div>
  )
}
