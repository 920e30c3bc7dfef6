import { createRootRoute, Outlet } from '@tanstack/react-router'
import { DocumentTitle } from '#src/app/document-title.tsx'

export const Route = createRootRoute({
  component: () => (
    <>
      <DocumentTitle />
      <Outlet />
    </>
  ),
})
