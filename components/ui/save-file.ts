/** The browser has begun to read a file by then. */
const READ_MS = 60_000;

export function saveFile(fileName: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_MS);
}
