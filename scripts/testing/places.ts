import { join, relative, sep } from 'node:path'
import { root } from '../places.mjs'

/**
 * Where a run in a project's folder leaves its report, the journeys' traces, and what is known of each failure. Each run
 * clears it; see `clearResults`.
 */
export const resultsIn = (folder: string): string => join(folder, 'test-results')
export const resultsFolder = resultsIn(root)

/** A file's path from the project's folder, the same on every system. */
export const pathFrom = (folder: string, path: string): string => relative(folder, path).split(sep).join('/')
