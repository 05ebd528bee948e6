/** Order matters: some browsers also name another one, so they come first. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\/(\d+)/, "Edge"],
  [/\bOPR\/(\d+)/, "Opera"],
  [/\bSamsungBrowser\/(\d+)/, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, "Safari"],
  [/^curl\/(\d+)/, "curl"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bWindows NT\b/, "Windows"],
  [/\b(?:iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** For example "Firefox 128 on Windows". Leaves out unknown parts. */
export function describeUserAgent(userAgent: string | null): string {
  const [browser] = BROWSERS.flatMap(([pattern, name]) => {
    const match = pattern.exec(userAgent ?? "");
    return match ? [`${name} ${match[1]}`] : [];
  });
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return system ? `A browser on ${system}` : "An unknown browser";
}

export const MAX_TOKEN_NAME_LENGTH = 100;
