import type { z } from 'zod';
import { serverSettings } from './server.js';
import { storageSettings } from './storage.js';
import { signInSettings } from './sign-in.js';
import { identityProviderSettings } from './identity-providers.js';
import { workbenchSettings } from './workbench.js';
import { connectionSettings } from './connections.js';
import { executionSettings } from './execution.js';
import { tenantSettings } from './tenants.js';
import { resultSettings } from './results.js';
import { retentionSettings } from './retention.js';
import { observabilitySettings } from './observability.js';
import { webhookSettings } from './webhooks.js';

/** The settings by section, as docs/reference/settings.md lists them. */
export const settingSections = {
  Server: serverSettings,
  'Database, queue and secrets': storageSettings,
  'Sign-in and sessions': signInSettings,
  'Identity providers': identityProviderSettings,
  Workbench: workbenchSettings,
  Connections: connectionSettings,
  Execution: executionSettings,
  Tenants: tenantSettings,
  Results: resultSettings,
  Retention: retentionSettings,
  Observability: observabilitySettings,
  Webhooks: webhookSettings,
} as const;

/** The schema of every setting, by the name of its environment variable. */
export const settings = {
  ...serverSettings,
  ...storageSettings,
  ...signInSettings,
  ...identityProviderSettings,
  ...workbenchSettings,
  ...connectionSettings,
  ...executionSettings,
  ...tenantSettings,
  ...resultSettings,
  ...retentionSettings,
  ...observabilitySettings,
  ...webhookSettings,
} as const;

/** Name of a setting. */
export type SettingName = keyof typeof settings;

/** The parsed settings, by name. */
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]> };
