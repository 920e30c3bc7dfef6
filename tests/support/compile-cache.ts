import { join } from 'node:path'

/**
 * What processes that tests start are given, so that Node keeps what it has made of the modules: half of the work of a
 * start. Kept by path, and used only while the text is the same; one process may write while another reads.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/haulyard/compiled'),
} as const
