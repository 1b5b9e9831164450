import { Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorAlert } from '../ui/error-alert.js';

interface SectionProps<Data> {
  title: string;
  /** One sentence about the purpose of the page. */
  about: string;
  /** Buttons and filters beside the title. */
  actions?: ReactNode;
  read: UseQueryResult<Data>;
  children(data: Data): ReactNode;
}

/** The frame of an admin page: title, actions, loading and error state. */
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
