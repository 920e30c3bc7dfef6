import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '#src/app/not-found-screen.tsx'

/** Whatever no other route takes: said inside the layout, with the way to everywhere else. */
export const Route = createFileRoute('/_app/$')({
  staticData: { title: 'Page not found' },
  component: NotFoundScreen,
})
