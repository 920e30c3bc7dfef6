/** Letters that are written as what looks like them. */
const LOOKS: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '0': 'o', $: 's', '5': 's', '3': 'e', '7': 't' }
/** These look like two of them. */
const UPRIGHT = /[1!]/g

/** What a text may be meant to say: as it is, and with letters for what looks like them. */
export function readingsOf(text: string): readonly string[] {
  const plain = text.replace(/[@40$537]/g, (sign) => LOOKS[sign] ?? sign)
  return [...new Set([text, plain.replace(UPRIGHT, 'i'), plain.replace(UPRIGHT, 'l')])]
}
