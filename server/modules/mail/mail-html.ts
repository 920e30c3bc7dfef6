import { escapeHtml } from '#contract/text/escape-html.ts'

export const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`

/** A link styled as a button, for the main action of a mail. */
export const button = (link: string, words: string) =>
  `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1c5fb8;color:#ffffff;text-decoration:none">${escapeHtml(words)}</a>`

/** The complete HTML of a mail: one column that fits the width of a phone. */
export function mailPage(lines: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1a1f26;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;overflow-wrap:anywhere">
${lines.join('\n')}
</div>
</body></html>
`
}
