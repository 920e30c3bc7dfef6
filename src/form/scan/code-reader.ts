/** Reads codes from a picture. Declared here because TypeScript's DOM types lack it. */
interface BarcodeDetector {
  readonly detect: (picture: HTMLVideoElement | HTMLCanvasElement) => Promise<readonly { readonly rawValue: string }[]>
}
interface WithDetector {
  readonly BarcodeDetector?: {
    new (how: { readonly formats: readonly string[] }): BarcodeDetector
    readonly getSupportedFormats: () => Promise<readonly string[]>
  }
}

/** The texts of the codes in the current picture of a video. */
export type CodeReader = (video: HTMLVideoElement) => Promise<readonly string[]>

const QR = 'qr_code'
/** The formats that people print or that are on a VIN plate. */
const WANTED = [QR, 'code_128', 'code_39', 'data_matrix']
/** The longer side of the picture that our own reader examines, in pixels: enough for a code that fills a third of it. */
const OWN_SIDE = 960

const textsOf = (codes: Awaited<ReturnType<BarcodeDetector['detect']>>) => codes.map(({ rawValue }) => rawValue)

/** The browser's own reader; null if it has none that reads QR codes. It reads bar codes, too. */
async function browserReader(): Promise<CodeReader | null> {
  const { BarcodeDetector: Detector } = globalThis as WithDetector
  // On some systems the class exists, but reads nothing.
  const formats = (await Detector?.getSupportedFormats()) ?? []
  if (Detector === undefined || !formats.includes(QR)) return null
  const detector = new Detector({ formats: WANTED.filter((one) => formats.includes(one)) })
  return async (video) => textsOf(await detector.detect(video))
}

/** Our own reader, for QR codes alone. It is loaded now. */
async function ownReader(): Promise<CodeReader> {
  const { BarcodeDetector: Detector } = await import('qr/decode.js')
  const detector = new Detector({ formats: [QR] })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth, videoHeight } = video
    const scale = Math.min(1, OWN_SIDE / Math.max(videoWidth, videoHeight, 1))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    if (width === 0 || height === 0) return []
    Object.assign(canvas, { width, height })
    context?.drawImage(video, 0, 0, width, height)
    return textsOf(await detector.detect(canvas))
  }
}

/** A reader of codes: the browser's, or our own where the browser has none. Rejects if it can't be loaded. */
export async function codeReader(): Promise<CodeReader> {
  return (await browserReader()) ?? ownReader()
}
