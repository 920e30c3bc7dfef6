import { createRootRoute, Outlet } from '@tanstack/react-router'
import { DocumentTitle } from '#src/app/layout/document-title.tsx'

export const Route = createRootRoute({
  component: () => (
    <>
      <DocumentTitle />
      <Outlet />
    </>
  ),
})
