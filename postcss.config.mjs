import presetMantine from 'postcss-preset-mantine'
import { focusByKey } from './scripts/build/focus-by-key.mjs'

export default { plugins: [presetMantine(), focusByKey] }
