import { createFileRoute } from '@tanstack/react-router'
import { DiagnosticsPage } from '#src/app/diagnostics/diagnostics-page.tsx'

export const Route = createFileRoute('/_app/diagnostics')({
  staticData: { title: 'Diagnostics' },
  component: DiagnosticsPage,
})
