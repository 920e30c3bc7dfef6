/** Characters that replace similar letters. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  $: 's',
  '5': 's',
  '3': 'e',
  '7': 't',
}
/** These characters resemble both "i" and "l". */
const UPRIGHT = /[1!]/g

/** Possible readings of a text: unchanged, and with look-alike characters replaced by letters. */
export function readingsOf(text: string): readonly string[] {
  const plain = text.replace(/[@40$537]/g, (sign) => LOOK_ALIKES[sign] ?? sign)
  return [...new Set([text, plain.replace(UPRIGHT, 'i'), plain.replace(UPRIGHT, 'l')])]
}
