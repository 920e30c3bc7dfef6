/** The logo: two posts and a bar between them, an H that also looks like a coupled trailer. */
export function Logo({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 512 512" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="512" height="512" rx="112" fill="#17324d" />
      <path d="M136 112h72v288h-72zM304 112h72v288h-72z" fill="#fff" />
      <path d="M136 214h240v84H136z" fill="#f2a73b" />
      <path d="M160 251h40v10h-40zM236 251h40v10h-40zM312 251h40v10h-40z" fill="#17324d" />
    </svg>
  )
}
