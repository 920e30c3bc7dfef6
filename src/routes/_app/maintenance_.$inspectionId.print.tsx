import { createFileRoute } from '@tanstack/react-router'
import { view } from '#contract/wire/access.ts'
import { whenAllowed } from '#src/app/page-access.ts'
import { InspectionPrintPage } from '#src/areas/maintenance/sheet/inspection-print-page.tsx'
import { prepareFromDevice } from '#src/offline/reading/declared-query.ts'

const needs = { access: view('maintenance'), refusal: 'Permission for maintenance view required' }

export const Route = createFileRoute('/_app/maintenance_/$inspectionId/print')({
  staticData: { title: 'Print the inspection', needs },
  loader: ({ params }) =>
    whenAllowed(needs.access, async () => {
      // Loaded with the page.
      const { inspectionDetail } = await import('#src/areas/maintenance/detail/inspection-detail-queries.ts')
      await prepareFromDevice(inspectionDetail(params.inspectionId))
    }),
  component: () => <InspectionPrintPage id={Route.useParams().inspectionId} />,
})
