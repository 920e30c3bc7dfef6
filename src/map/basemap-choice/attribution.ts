import { escapeHtml } from '#contract/text/escape-html.ts'

const OSM = 'OpenStreetMap'
const OSM_LINK = `<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">${OSM}</a>`

/** An operator's words as Leaflet takes them, which is as HTML. OpenStreetMap's name leads to its license, as that asks. */
export function attributionHtml(words: string): string {
  return escapeHtml(words).replace(OSM, OSM_LINK)
}
