import { Center, Loader, Text } from '@mantine/core';
import type { LinkedBatch } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call } from '../http/client.js';
import { Card } from '../ui/card.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { LinkedRun } from './linked-run.js';
import { PasswordForm } from './password-form.js';

/** The page of a public link. It needs no session. */
export function LinkPage() {
  const { token = '' } = useParams({ strict: false });
  // A repeated password is another attempt, because the first one may have been limited.
  const [{ password, attempt }, setEntered] = useState<Entered>({ password: null, attempt: 0 });
  const opened = useQuery({
    queryKey: ['public-link', token, attempt],
    queryFn: ({ signal }) =>
      call<LinkedBatch>('POST', '/api/links/open', { body: { token, password }, signal }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data, error, isFetching } = opened;
  if (data !== undefined) return <LinkedRun batch={data} />;
  const isEnded = error instanceof ApiError && error.status === 404;
  if (!isEnded && (password !== null || isPasswordMissing(error))) {
    return (
      <PasswordForm
        error={password === null ? null : error}
        isBusy={isFetching}
        onEnter={(entered) => setEntered({ password: entered, attempt: attempt + 1 })}
      />
    );
  }
  return error === null ? <Opening /> : <Unavailable error={error} isEnded={isEnded} />;
}

interface Entered {
  password: string | null;
  attempt: number;
}

const isPasswordMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.body.code === 'link_password';

const Opening = () => (
  <Center component="main" h="100%">
    <Loader role="status" aria-label="Opening the link" />
  </Center>
);

const Unavailable = ({ error, isEnded }: { error: unknown; isEnded: boolean }) =>
  isEnded ? (
    <Card title="This link has ended">
      <Text size="sm" role="alert">
        It has expired, the person who shared it has ended it, or the address is not complete. Ask
        for a new link.
      </Text>
    </Card>
  ) : (
    <Card title="The link cannot be opened">
      <ErrorAlert error={error} />
    </Card>
  );
