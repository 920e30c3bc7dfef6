export interface FormPart {
  readonly name?: string
  readonly fileName?: string
  readonly type?: string
  readonly body: string | Uint8Array
}

/** A `multipart/form-data` body in its wire format, with its headers. */
export function aForm(parts: readonly FormPart[], boundary = 'a-boundary') {
  const chunks = parts.flatMap(({ name, fileName, type, body }) => {
    const named = name === undefined ? '' : `; name="${name}"`
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    const head = `--${boundary}\r\nContent-Disposition: form-data${named}${file}\r\n`
    return [head, type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`, body, '\r\n']
  })
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as Uint8Array)))
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
