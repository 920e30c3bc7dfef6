import { ESSENTIAL, FILLED_IN, TOO_OLD, USE_INSTEAD } from './supported-browsers.ts'

/** Set by the build: the address of the polyfill script; null in development. */
declare const FILL_INS: string | null

/** The value of `Array.prototype.toSorted`, from the page's globals. */
const globalAt = (path: string) =>
  path
    .split('.')
    .reduce(
      (at, part) => at?.[part] as Record<string, unknown> | undefined,
      window as never as Record<string, unknown> | undefined,
    )

function isTooOld(): boolean {
  try {
    new RegExp(ESSENTIAL.pattern)
    return !(
      ESSENTIAL.names.every(globalAt) &&
      matchMedia(ESSENTIAL.media).matches &&
      ESSENTIAL.css.every((condition) => CSS.supports(condition))
    )
  } catch {
    return true
  }
}

function showTooOld(): void {
  document.body.innerHTML =
    '<header class="frame-bar"><img src="/favicon.svg" width="30" height="30" alt=""><span>Haulyard</span></header>' +
    `<main class="frame-words"><div role="alert"><h1>${TOO_OLD}</h1><p>${USE_INSTEAD}</p></div></main>`
}

// Runs before everything else, also in browsers without modules. It tests for features, never for browser names.
// `document.write` is the only way to act before the modules further down in the page.
if (isTooOld()) {
  // The rest of the page becomes the content of a template: none of it is loaded or run.
  document.write('<template>')
  document.addEventListener('DOMContentLoaded', showTooOld)
} else if (FILL_INS !== null && !FILLED_IN.every(globalAt)) {
  document.write(`<script src="${FILL_INS}"></script>`)
}
