const MAX_LENGTH = 200;
const FALLBACK = "Untitled";

/** A name for people from a file's name: `hero_image-2@2x.PNG` → `Hero image 2@2x`; 1 to 200 characters, whatever the file is called. */
export function nameFromFile(fileName: string): string {
  const words = fileName
    .replace(/^.*[/\\]/, "")
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[\p{Cc}_-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return name.slice(0, MAX_LENGTH).toWellFormed().trim() || FALLBACK;
}

const EXTENSIONS: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "font/woff2": "woff2",
  "application/pdf": "pdf",
};

/** Windows opens a device under these names, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
/** File systems take 255 bytes: a letter has up to three, and a kit adds up to 30 characters. */
const MAX_BASE_LENGTH = 64;

/**
 * What a downloaded file is called: a name for people in the form of a file's, with the extension of its media type. Every file system takes it:
 * letters, digits and hyphens, no name of a Windows device, and no more than 64 before the extension.
 */
export function fileNameFor(name: string, mime: string): string {
  const base = name
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-/, "")
    .toLowerCase()
    .slice(0, MAX_BASE_LENGTH)
    .replace(/-$|[\ud800-\udbff]$/, "");
  if (DEVICE.test(base)) return fileNameFor(`${name} file`, mime);
  return `${base || "file"}.${EXTENSIONS[mime] ?? "bin"}`;
}

/** A name in the form of a file's, without its ending: a part of a path, or an anchor. */
export const stemOf = (name: string): string => fileNameFor(name, "").replace(/\.bin$/, "");

/** Names that no two entries share, also where letters' case does not count: the second `logo` is `logo-2`. */
export function distinctNames(): (name: string) => string {
  const taken = new Set<string>();
  return (base) => {
    let name = base;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}-${count}`;
    taken.add(name.toLowerCase());
    return name;
  };
}
