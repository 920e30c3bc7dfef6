import { escapeHtml } from '#contract/text/escape-html.ts'

const OSM = 'OpenStreetMap'
const OSM_LINK = `<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">${OSM}</a>`

/**
 * The operator's attribution as HTML for Leaflet. OpenStreetMap's name links to its license, as OpenStreetMap requires.
 */
export function attributionHtml(words: string): string {
  return escapeHtml(words).replace(OSM, OSM_LINK)
}
