import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { CreatedPersonalToken } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CreateTokenForm } from '../tokens/create-token-form.js';
import { reloadTokens, tokenReads } from '../tokens/reads.js';
import { TokenTable } from '../tokens/token-table.js';
import { CreatedTokenDialog } from '../ui/created-token-dialog.js';
import { ErrorAlert } from '../ui/error-alert.js';

/** The personal tokens of the user. */
export function Tokens() {
  const tokens = useQuery(tokenReads.own);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedPersonalToken | null>(null);
  return (
    <Stack gap="xs" component="section" aria-label="Personal tokens">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Personal tokens
        </Title>
        <Button variant="default" onClick={() => setCreating(true)}>
          Create token
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Programs that send a token as Authorization: Bearer act as you, within its permissions.
      </Text>
      <ErrorAlert error={tokens.error} />
      {tokens.data !== undefined && <TokenTable rows={tokens.data} hasUsers={false} />}
      {isCreating && (
        <CreateTokenForm
          onClose={() => setCreating(false)}
          onCreated={async (token) => {
            setCreating(false);
            setCreated(token);
            await reloadTokens();
          }}
        />
      )}
      {created && <CreatedTokenDialog created={created} onClose={() => setCreated(null)} />}
    </Stack>
  );
}
