import { Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorAlert } from '../app/error-alert.js';

interface SectionProps<Data> {
  title: string;
  /** What it is for, in a sentence. */
  about: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  read: UseQueryResult<Data>;
  children(data: Data): ReactNode;
}

/** A page of the admin part around what it reads. */
export function Section<Data>({ title, about, actions, read, children }: SectionProps<Data>) {
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        </div>
        <Group gap="xs">{actions}</Group>
      </Group>
      <ErrorAlert error={read.error} />
      {read.isPending && <Loader size="sm" role="status" aria-label="Loading" />}
      {read.data !== undefined && children(read.data)}
    </Stack>
  );
}
