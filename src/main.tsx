import './theme/base-styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { watchForInstall } from './app/install/install-event.ts'
import { updateReady } from './app/install/update-ready.ts'
import { declareYardSet } from './app/prefetch-set.ts'
import { followSession } from './app/session-navigation.ts'
import { tolerateRewriting } from './browser/tolerate-rewriting.ts'
import { loadCommandsFrom } from './offline/outbox/outbox.ts'
import { startOffline } from './offline/start-offline.ts'
import { createAppRouter } from './router.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// 0. Whatever else rewrites the page may: it is seen from the first word on.
tolerateRewriting(window)
// 1. What the device may send and keep: the outbox reads its waiting changes with the first.
loadCommandsFrom(async () => (await import('./app/commands.ts')).allCommands())
declareYardSet()

/** Steps that wait for each other. No module waits for them: that would hold up the parts that pages are made of. */
async function showApp(into: HTMLElement): Promise<void> {
  // 2. Who is signed in and what is stored: the router's first decision hangs on it.
  await startOffline()
  // 3. Which page, and what it needs.
  const router = createAppRouter()
  followSession(router)
  // 4. The first frame.
  createRoot(into).render(<App router={router} />)
  // Without this part the app is opened anew by each launch, which is what browsers without the feature do as well.
  void import('./app/launch.ts').then(
    ({ followLaunches }) => followLaunches(router),
    () => undefined,
  )
}
void showApp(root)
// 5. The shell for the next start, when this one has what it needs. Without it the app runs with a network.
void import('./app/install/service-worker-client.ts').then(
  ({ registerServiceWorker }) => registerServiceWorker({ onUpdateReady: updateReady.set }),
  () => undefined,
)
watchForInstall()
// Before a person opens a dialog by hand; without these the focus is moved and drawn as the browser does it.
void import('./theme/focus.ts').then(
  ({ tendFocus }) => tendFocus(document),
  () => undefined,
)
