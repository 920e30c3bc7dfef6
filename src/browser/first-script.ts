import { ESSENTIAL, FILLED_IN, TOO_OLD, USE_INSTEAD } from './supported-browsers.ts'

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

function say(): void {
  document.body.innerHTML =
    '<header class="frame-bar"><img src="/favicon.svg" width="30" height="30" alt=""><span>Haulyard</span></header>' +
    `<main class="frame-words"><div role="alert"><h1>${TOO_OLD}</h1><p>${USE_INSTEAD}</p></div></main>`
}

// Runs before everything else, in any browser that has modules and in some that have none: it asks for features, never for
// names, and `document.write` is the one way to go before the modules that stand further down.
if (isTooOld()) {
  // All that follows in the page becomes the content of a template: nothing of it is loaded or runs.
  document.write('<template>')
  document.addEventListener('DOMContentLoaded', say)
} else if (FILL_INS !== null && !FILLED_IN.every(globalAt)) {
  document.write(`<script src="${FILL_INS}"></script>`)
}
