const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on Windows", so that people can tell their sessions apart. No other part of the user agent is stored. */
export function browserName(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, 500);
  const matchName = (patterns: typeof BROWSERS) => patterns.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [matchName(BROWSERS), matchName(SYSTEMS)];
  if (system === undefined) return browser ?? "A browser";
  return `${browser ?? "A browser"} on ${system}`;
}
