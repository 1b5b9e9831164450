import { chromium, type Browser, type BrowserContext } from 'playwright-core';

const options = (args: string[]) => ({
  executablePath: '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...args,
  ],
});

/**
 * Debian's Chromium, with a profile of its own that goes with it, and nothing said to anybody. `args` are
 * more of its command line.
 */
export const openChromium = (args: string[] = []): Promise<Browser> =>
  chromium.launch(options(args));

/** The same with a profile in a folder, which is there for the next one. */
export const openChromiumProfile = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, options([]));
