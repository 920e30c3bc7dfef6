/** The file that the page was started with; its name carries a hash of what the whole app was made of. */
export const buildOfThisPage = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.split('/').at(-1) ?? 'not built'
