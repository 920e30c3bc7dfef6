import { createFileRoute } from '@tanstack/react-router'
import { DevicePage } from '#src/app/device/device-page.tsx'

export const Route = createFileRoute('/_app/device')({
  staticData: { title: 'This device' },
  component: DevicePage,
})
