import type { Browser, BrowserContext } from 'playwright-core';

const options = (args: string[]) => ({
  // The shell without a window starts in less than half of the browser's processor time.
  executablePath: '/usr/bin/chromium-headless-shell',
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

/** Loads the package on first use: it takes as long as the rest of a test file's modules. */
const loadPlaywright = () => import('playwright-core');

/**
 * Opens Debian's headless Chromium with a temporary profile and without background traffic. `args` are added
 * to its command line.
 */
export const openChromium = async (args: string[] = []): Promise<Browser> => {
  const { chromium } = await loadPlaywright();
  return chromium.launch(options(args));
};

let shared: Browser | undefined;

/**
 * Returns the one browser of this process, which ends with it: a start takes as long as loading three pages. Close its
 * contexts, not the browser.
 */
export const sharedChromium = async (): Promise<Browser> => {
  if (shared?.isConnected() !== true) shared = await openChromium();
  return shared;
};

/** Opens the same browser with a profile in a folder, which the next one can reuse. */
export const openChromiumProfile = async (folder: string): Promise<BrowserContext> => {
  const { chromium } = await loadPlaywright();
  return chromium.launchPersistentContext(folder, options([]));
};
