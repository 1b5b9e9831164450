/** Delivering webhooks. */
export { createWebhooks, type Webhooks } from './webhooks.js';
