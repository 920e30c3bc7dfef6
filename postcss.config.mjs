import presetMantine from 'postcss-preset-mantine'
import { focusByKey } from './scripts/focus-by-key.mjs'

export default { plugins: [presetMantine(), focusByKey] }
