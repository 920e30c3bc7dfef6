import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

interface SquarePng {
  readonly side: number
  /** The format of a pixel: one bit of gray, or one byte each for red, green and blue. */
  readonly pixel: 'bit' | 'rgb'
  /** The pixels. Each row starts with its filter byte, 0 for none. */
  readonly rows: Uint8Array
}

/** A square PNG with exactly these pixels (PNG specification, third edition, §5). */
export function squarePng({ side, pixel, rows }: SquarePng): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set(pixel === 'bit' ? [1, 0, 0, 0, 0] : [8, 2, 0, 0, 0], 8)
  const data = chunk('IDAT', deflateSync(rows))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}
