import { ActionIcon, Badge, Code, Group, Stack, Text } from '@mantine/core';
import type { QueryListItem } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../http/reads.js';
import { formatTime } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { AnchorLink, ButtonLink } from '../ui/links.js';

/** Longer texts are truncated in the preview. */
const MAX_SHOWN_CHARACTERS = 20_000;

/** A preview of a saved query beside the list. */
export function QueryPreview({ query, onClose }: { query: QueryListItem; onClose(): void }) {
  const { id, name, tags, updatedByUser, updatedAt } = query;
  const saved = useQuery(reads.savedQuery(id));
  const text = saved.data?.query.queryText ?? query.preview;
  const params = { queryId: id };
  return (
    <section className="side-pane" aria-label={`Preview of ${name}`}>
      <Stack gap="xs" p="sm" h="100%">
        <Group wrap="nowrap">
          <Text component="h2" fw={600} m={0} className="grow">
            {name}
          </Text>
          <ActionIcon aria-label="Close preview" onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </Group>
        <Text size="xs" c="dimmed">
          Changed by {updatedByUser?.name ?? updatedByUser?.email ?? 'a deleted user'},{' '}
          {formatTime(updatedAt)}
        </Text>
        <Group gap={4}>
          {tags.map((tag) => (
            <Badge key={tag} variant="light" tt="none">
              {tag}
            </Badge>
          ))}
        </Group>
        <Group gap="xs">
          <ButtonLink to="/queries/$queryId" params={params}>
            Open in editor
          </ButtonLink>
          <AnchorLink to="/run/$queryId" params={params} size="sm">
            Run
          </AnchorLink>
          <AnchorLink to="/query-table/$queryId" params={params} size="sm">
            Latest table
          </AnchorLink>
          <AnchorLink to="/query-chart/$queryId" params={params} size="sm">
            Latest chart
          </AnchorLink>
        </Group>
        <Code block className="grow" style={{ overflow: 'auto' }} tabIndex={0}>
          {text.slice(0, MAX_SHOWN_CHARACTERS)}
          {text.length > MAX_SHOWN_CHARACTERS && '\n…'}
        </Code>
      </Stack>
    </section>
  );
}
