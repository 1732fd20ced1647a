/** The most a file may weigh that is read at all, in bytes: well above what fits, so that the field can say by how much. */
const READABLE = 20_000_000;

/** The text of a file; null where it holds none. A file is judged by what is in it, not by its name. */
export async function readTextFile(file: File): Promise<string | null> {
  if (file.size > READABLE) return null;
  const text = await file.text();
  // Other files have NULs, or bytes that are no text.
  return text.includes('\0') || text.includes('\ufffd') ? null : text;
}
