import { Center, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { mountPath } from '../http/client.js';

/** The frame of the pages for signing in and signing up. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="fill">
      <Center h="100%" p="md">
        <Paper withBorder shadow="sm" p="xl" w="100%" maw={400}>
          <Stack>
            <img src={`${mountPath}/favicon.svg`} alt="Sluice" width={44} height={44} />
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Center>
    </main>
  );
}
