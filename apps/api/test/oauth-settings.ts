import { clientId, clientSecret } from './certified-provider.js';

export const oauthSettings = {
  SERVICE_OAUTH_CLIENT_ID: clientId,
  SERVICE_OAUTH_CLIENT_SECRET: clientSecret,
  SERVICE_ALLOWED_DOMAINS: 'allowed.example',
};
