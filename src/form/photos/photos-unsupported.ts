/** What is said where a browser reads no files, or draws nothing. */
export const PHOTOS_UNSUPPORTED = 'Image uploading not supported. Contact developers or administrator'
