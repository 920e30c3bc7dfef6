import { writeFileSync } from 'node:fs'
import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

const [WIDTH, HEIGHT] = [640, 480]
const FRAMES = 10
/** Pixels per module of the code. */
const SCALE = 6
const [BLACK, GRAY, WHITE] = [16, 128, 235]

/** Writes a video for a fake camera: a QR code of `text` on a gray wall, as ten frames of y4m. */
export function writeCodeVideo(path: string, text: string): void {
  const modules = encodeQR(text, 'raw', { ecc: 'quartile', border: 4 })
  const light = Buffer.alloc(WIDTH * HEIGHT, GRAY)
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - modules.length * SCALE) / 2)) as [number, number]
  for (let y = 0; y < modules.length * SCALE; y += 1) {
    for (let x = 0; x < modules.length * SCALE; x += 1) {
      const isDark = modules[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] ?? false
      light[(top + y) * WIDTH + left + x] = isDark ? BLACK : WHITE
    }
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, GRAY)])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]))
}

/** The text of the QR code in a screenshot. Throws if it contains none. */
export async function codeIn(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })
}
