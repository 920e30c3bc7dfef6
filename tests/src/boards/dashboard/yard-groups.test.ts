import { expect, test } from 'vitest'
import type { AttentionItem } from '#contract/maintenance/attention.ts'
import type { AttentionGroup } from '#src/areas/attention/attention-groups.ts'
import { yardGroups } from '#src/boards/dashboard/yard-groups.ts'

const TODAY = '2026-11-21'
const item = (due: string | null) => ({ due }) as AttentionItem
const group = (kind: AttentionGroup['kind'], title: string, ...dues: readonly (string | null)[]): AttentionGroup => ({
  kind,
  title,
  count: dues.length,
  items: dues.map(item),
})

test('the yard shows all open major defects, and of its other work what is due today', () => {
  const groups = yardGroups(
    [
      group('major_defect', 'Open major defects', null, null),
      group('cdl', 'CDLs', TODAY),
      group('annual_inspection', 'Annual inspections', '2026-11-20', TODAY, '2026-11-22'),
      group('service', 'Services', '2026-11-20'),
    ],
    TODAY,
  )
  expect(groups.map(({ title, count }) => [title, count])).toEqual([
    ['Open major defects', 2],
    ['Annual inspections due today', 1],
  ])
})
