import { FILLED_IN } from './supported-browsers.ts'

/** Set by the build: where the script of fill-ins is; null while developing. */
declare const FILL_INS: string | null

/** The value of `Array.prototype.toSorted`, from the page's globals. */
const globalAt = (path: string) =>
  path
    .split('.')
    .reduce(
      (at, part) => at?.[part] as Record<string, unknown> | undefined,
      window as never as Record<string, unknown> | undefined,
    )

// Runs before everything else: `document.write` is the one way to go before the modules that stand further down.
if (FILL_INS !== null && !FILLED_IN.every(globalAt)) document.write(`<script src="${FILL_INS}"></script>`)
