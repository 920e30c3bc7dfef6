/** The name of the page's entry script. It contains a hash of the whole app. */
export const buildOfThisPage = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.split('/').at(-1) ?? 'not built'
