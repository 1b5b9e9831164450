/** Browsers by what only they say of themselves: those that name another one as well come before it. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
];

/** Android says that it is Linux as well, and an iPhone that it is like a Mac. */
const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const mostCharacters = 200;

/**
 * What a person would call the sender of a `User-Agent`, such as `Firefox on Windows`; of one that is not known the
 * text itself, without control characters and cut. Anybody may send anything: it is for people to read, no more.
 */
export function describeBrowser(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  const browser = nameIn(browsers, text);
  const system = nameIn(systems, text);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return text === '' ? null : text.slice(0, mostCharacters).trimEnd();
}

const nameIn = (names: typeof browsers, text: string): string | undefined =>
  names.find(([sign]) => sign.test(text))?.[1];
