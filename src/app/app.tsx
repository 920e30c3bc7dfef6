import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { colorSchemeManager, theme } from '#src/theme/theme.ts'
import { optionalPart } from './optional-part.ts'

const Toasts = optionalPart(() => import('./toasts.tsx').then((module) => module.Toasts))

/** The whole app. It writes no style sheets at run time, so the Content-Security-Policy can forbid them. */
export function App({ router }: { readonly router: RegisteredRouter }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toasts />
    </MantineProvider>
  )
}
