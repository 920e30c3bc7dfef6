import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FilterMenu } from '#src/list/filter/filter-menu.tsx'

const filterOf = (count: number) => {
  const choices = Array.from({ length: count }, (_, at) => ({ value: `${at}`, title: `Choice ${at}` }))
  return renderToStaticMarkup(
    <MantineProvider>
      <FilterMenu label="Service Type" value="2" choices={choices} onChoose={() => undefined} />
    </MantineProvider>,
  )
}

test('a filter with more than eight choices opens a searchable dialog, one with eight a menu', () => {
  expect(filterOf(8)).toContain('aria-haspopup="menu"')
  expect(filterOf(9)).toContain('aria-haspopup="dialog"')
  for (const count of [8, 9]) expect(filterOf(count)).toContain('Choice 2')
})
