/** Not in the compiler's vocabulary yet: reads QR and bar codes of a picture. */
interface BarcodeDetector {
  readonly detect: (picture: CanvasImageSource) => Promise<readonly { readonly rawValue: string }[]>
}
interface WithDetector {
  readonly BarcodeDetector?: new (how: { readonly formats: readonly string[] }) => BarcodeDetector
}

/** Reads the texts of the codes in a picture; null where the browser reads none. */
export function codeReader(): ((picture: CanvasImageSource) => Promise<readonly string[]>) | null {
  const { BarcodeDetector: Detector } = globalThis as WithDetector
  if (!Detector) return null
  const detector = new Detector({ formats: ['qr_code', 'code_128'] })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}
