import { join } from 'node:path'

/**
 * Environment for processes that tests start: the folder of Node's compile cache. Compiling the modules is half of the
 * work of a start. Node stores an entry by path and uses it only while the source is the same. One process may write
 * while another reads.
 */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compiled') } as const
