/** A database cannot be copied, or cannot take a copy, or the copy is not what was copied; the message says what to do. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}
