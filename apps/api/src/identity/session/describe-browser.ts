/** Browsers by their product token. Browsers that also send another browser's token come first. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
];

/** Android also sends Linux, and an iPhone sends "like Mac OS X". */
const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const MAX_LENGTH = 200;

/**
 * Describes a `User-Agent`, for example `Firefox on Windows`. For an unknown one it returns the
 * text, shortened and without control characters. The header is untrusted: the result is for
 * display only.
 */
export function describeBrowser(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  const browser = nameIn(browsers, text);
  const system = nameIn(systems, text);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return text === '' ? null : text.slice(0, MAX_LENGTH).trimEnd();
}

const nameIn = (names: typeof browsers, text: string): string | undefined =>
  names.find(([sign]) => sign.test(text))?.[1];
