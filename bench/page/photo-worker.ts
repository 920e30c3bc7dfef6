// The app's own worker, bundled for a page that has no URL to load it from.
import '#src/form/photos/photo-worker.ts'
