import { Alert, Anchor, Button, Divider, Stack } from '@mantine/core';
import type { App } from '@sluice/contracts';
import { getRouteApi } from '@tanstack/react-router';
import { mountPath } from '../http/client.js';
import { useApp } from '../http/reads.js';
import { Card } from '../ui/card.js';
import { CredentialsForm } from './credentials-form.js';
import { FirstAdmin } from './first-admin.js';
import { returnPath } from './return-path.js';
import { signInErrorText } from './sign-in-errors.js';

const route = getRouteApi('/signin');

/** The configured sign-in methods. */
export function SignInPage() {
  const { config, needsAdmin = false } = useApp();
  const { error, next } = route.useSearch();
  const hasForm = config.localAuthConfigured || config.ldapConfigured;
  const links = linksOf(config);
  return (
    <Card title="Sign in to Sluice">
      {error !== undefined && <Alert color="red" title={signInErrorText(error)} role="alert" />}
      {needsAdmin && config.localAuthConfigured && <FirstAdmin />}
      {hasForm && <CredentialsForm isLdap={config.ldapConfigured} next={next} />}
      {hasForm && links.length > 0 && <Divider label="or" />}
      <ProviderLinks links={links} next={next} />
      {!hasForm && links.length === 0 && (
        <Alert title="No sign-in method is configured">
          Set <code>SERVICE_ADMIN</code> and <code>SERVICE_ADMIN_PASSWORD</code> and restart the
          service.
        </Alert>
      )}
      {config.localAuthConfigured && (
        <Anchor href={`${mountPath}/signup`} size="sm">
          New here? Sign up
        </Anchor>
      )}
    </Card>
  );
}

interface ProviderLink {
  path: string;
  html: string;
}

const linksOf = (config: App['config']): ProviderLink[] =>
  [
    { isOn: config.oidcConfigured, path: '/auth/oidc', html: config.oidcLinkHtml },
    { isOn: config.samlConfigured, path: '/auth/saml', html: config.samlLinkHtml },
    { isOn: config.oauthConfigured, path: '/auth/oauth', html: 'Sign in with OAuth 2.0' },
  ].filter(({ isOn }) => isOn);

function ProviderLinks({ links, next }: { links: ProviderLink[]; next: string | undefined }) {
  const query = next === undefined ? '' : `?returnTo=${encodeURIComponent(returnPath(next))}`;
  return (
    <Stack gap="xs">
      {links.map(({ path, html }) => (
        <Button
          key={path}
          component="a"
          href={mountPath + path + query}
          variant="default"
          size="sm"
        >
          {/* The service sanitises this HTML. */}
          <span dangerouslySetInnerHTML={{ __html: html }} />
        </Button>
      ))}
    </Stack>
  );
}
