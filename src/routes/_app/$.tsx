import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '#src/app/not-found-screen.tsx'

/** Every path that matches no other route: a message inside the layout, so the navigation stays available. */
export const Route = createFileRoute('/_app/$')({
  staticData: { title: 'Page not found' },
  component: NotFoundScreen,
})
