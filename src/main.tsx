import './theme/base-styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { firstPageShown } from './app/first-page-shown.ts'
import { watchForInstall } from './app/install/install-event.ts'
import { updateReady } from './app/install/update-ready.ts'
import { declarePrefetchSet } from './app/prefetch-set.ts'
import { followSession } from './app/session-navigation.ts'
import { removeFailedStyles } from './browser/failed-styles.ts'
import { hearStepsFirst } from './browser/steps-through-history.ts'
import { tolerateRewriting } from './browser/tolerate-rewriting.ts'
import { afterFirstScreen, holdBackUntilShown } from './offline/first-screen.ts'
import { loadCommandsFrom } from './offline/outbox/outbox.ts'
import { queryClient } from './offline/query-storage/query-client.ts'
import { startOffline } from './offline/start-offline.ts'
import { createAppRouter } from './router.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// 0. Let other programs, such as translators, rewrite the page: watched from the first text on.
tolerateRewriting(window)
removeFailedStyles(document)
// 1. Commands and the prefetch set: the outbox needs the commands to read its entries.
loadCommandsFrom(async () => (await import('./app/commands.ts')).allCommands())
declarePrefetchSet()

/** Steps that run in order. No module awaits them: that would delay the chunks of the pages. */
async function showApp(into: HTMLElement): Promise<void> {
  // 2. The session and the stored data: the router's first decision depends on them.
  await startOffline()
  hearStepsFirst()
  // 3. The page and its data.
  const router = createAppRouter()
  followSession(router)
  const shown = firstPageShown(router, queryClient)
  // 4. The first frame.
  createRoot(into).render(<App router={router} />)
  // Without this chunk each launch opens the app again, as in browsers without the feature.
  afterFirstScreen(
    () =>
      void import('./app/launch.ts').then(
        ({ followLaunches }) => followLaunches(router),
        () => undefined,
      ),
  )
  await shown
}
holdBackUntilShown(() => showApp(root))
watchForInstall()
// 5. Everything else, beginning with what the user may touch next. Needed before the user opens a dialog: without this
// chunk the browser's own focus behavior and style apply, and Back leaves the page.
afterFirstScreen(
  () =>
    void import('./app/first-touch.ts').then(
      ({ tendFirstTouch }) => tendFirstTouch(),
      () => undefined,
    ),
)
// 6. The service worker with the shell for the next start. Without it the app needs a network.
afterFirstScreen(
  () =>
    void import('./app/install/service-worker-client.ts').then(
      ({ registerServiceWorker }) => registerServiceWorker({ onUpdateReady: updateReady.set }),
      () => undefined,
    ),
)
