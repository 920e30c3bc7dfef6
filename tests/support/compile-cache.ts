import { join } from 'node:path'

/**
 * For the environment of processes that tests start: where Node keeps what it has compiled of the modules, which is half of
 * the work of a start. Kept by path, and used only while the text is the same; one process may write while another reads.
 */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compiled') } as const
