import { Alert, Anchor, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { App } from '@sluice/contracts';
// By its own door: the package's other one brings the schemas of every resource into the page.
import { isReturnPath } from '@sluice/contracts/return-path';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { call, mountPath, textOf } from '../api/client.js';
import { reads, useApp } from '../api/queries.js';
import { Card } from './card.js';
import { FirstAdmin } from './first-admin.js';
import { messageOf } from './messages.js';

const route = getRouteApi('/signin');

/** Every way to come in that the service offers. */
export function SignInPage() {
  const { config, needsAdmin = false } = useApp();
  const { error, next } = route.useSearch();
  const query = next === undefined ? '' : `?returnTo=${encodeURIComponent(safeNext(next))}`;
  const hasForm = config.localAuthConfigured || config.ldapConfigured;
  const links = linksOf(config);
  return (
    <Card title="Sign in to Sluice">
      {error !== undefined && <Alert color="red" title={messageOf(error)} role="alert" />}
      {needsAdmin && config.localAuthConfigured && <FirstAdmin />}
      {hasForm && <CredentialsForm isLdap={config.ldapConfigured} />}
      {hasForm && links.length > 0 && <Divider label="or" />}
      <Stack gap="xs">
        {links.map(({ path, html }) => (
          <Button
            key={path}
            component="a"
            href={mountPath + path + query}
            variant="default"
            size="sm"
          >
            {/* Cut down to harmless tags by the service. */}
            <span dangerouslySetInnerHTML={{ __html: html }} />
          </Button>
        ))}
      </Stack>
      {!hasForm && links.length === 0 && (
        <Alert title="No way to sign in is set up">
          Set <code>SERVICE_ADMIN</code> and <code>SERVICE_ADMIN_PASSWORD</code> and start again.
        </Alert>
      )}
      {config.localAuthConfigured && (
        <Anchor href={`${mountPath}/signup`} size="sm">
          First time here? Sign up
        </Anchor>
      )}
    </Card>
  );
}

const linksOf = (config: App['config']) =>
  [
    { on: config.oidcConfigured, path: '/auth/oidc', html: config.oidcLinkHtml },
    { on: config.samlConfigured, path: '/auth/saml', html: config.samlLinkHtml },
    { on: config.oauthConfigured, path: '/auth/oauth', html: 'Sign in with OAuth 2.0' },
  ].filter(({ on }) => on);

function CredentialsForm({ isLdap }: { isLdap: boolean }) {
  const client = useQueryClient();
  const { next } = route.useSearch();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      await call('POST', '/api/signin', { body: { email, password } });
      await client.query({ ...reads.app, staleTime: 0 });
      window.location.assign(safeNext(next));
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {error !== null && <Alert color="red" title={textOf(error)} role="alert" />}
        <TextInput
          label={isLdap ? 'User name or e-mail' : 'E-mail'}
          autoComplete="username"
          autoFocus
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={isBusy}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

/** Returns the address of a page by its path below the mount path; of the first page where it is none of ours. */
function safeNext(next: string | undefined): string {
  const path = `${mountPath}${next ?? '/'}`;
  return isReturnPath(path, mountPath) ? path : `${mountPath}/`;
}
