// The app's own worker, for a page that has no address to load it from.
import '#src/form/photos/photo-worker.ts'
