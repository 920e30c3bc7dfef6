import { createFileRoute } from '@tanstack/react-router'
import { administrator } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import { ReportsPage } from '#src/areas/imports/reports-page.tsx'
import { fromDevice } from '#src/offline/reading/declared-query.ts'

const needs = { access: administrator, refusal: 'Only an administrator can see reports' }

export const Route = createFileRoute('/_app/reports')({
  staticData: { title: 'Reports', needs },
  loader: ({ cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => {
        // Few people ever open this page: what it reads is no part of what stands before everybody's first screen.
        const { importList } = await import('#src/areas/imports/import-queries.ts')
        await fromDevice(importList)
      }),
    ),
  component: ReportsPage,
})
