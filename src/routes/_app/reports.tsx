import { createFileRoute } from '@tanstack/react-router'
import { administrator } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import { ReportsPage } from '#src/areas/imports/reports-page.tsx'
import { prepareFromDevice } from '#src/offline/reading/declared-query.ts'

const needs = { access: administrator, refusal: 'Only an administrator can see reports' }

export const Route = createFileRoute('/_app/reports')({
  staticData: { title: 'Reports', needs },
  loader: ({ cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => {
        // Loaded with the page, which few users open.
        const { importList } = await import('#src/areas/imports/import-queries.ts')
        await prepareFromDevice(importList)
      }),
    ),
  component: ReportsPage,
})
