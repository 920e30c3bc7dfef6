import { join, relative, sep } from 'node:path'
import { root } from '../places.mjs'

/**
 * The folder for a run's report, the journeys' traces, and the evidence of each failure. Each run clears it; see
 * `clearResults`.
 */
export const resultsIn = (folder: string): string => join(folder, 'test-results')
export const resultsFolder = resultsIn(root)

/** A file's path from the project's folder, with `/` on every system. */
export const pathFrom = (folder: string, path: string): string => relative(folder, path).split(sep).join('/')
