export const FILE_SOURCES = ['file', 'camera'] as const

/** The source of a file: chosen from the device or just taken with the camera. */
export type FileSource = (typeof FILE_SOURCES)[number]
