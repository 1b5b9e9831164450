export { type BrowserSignIn, createBrowserSignIn } from './browser-routes.js';
export { callbackUrl } from './callback-url.js';
export type { SignInMethodDependencies } from './method-dependencies.js';
export { createPendingSignIns, type PendingSignIns } from './pending-plugin.js';
