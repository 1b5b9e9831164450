import { ActionIcon, Anchor, Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { QueryListItem } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { reads } from '../api/queries.js';
import { Icon } from '../app/icon.js';
import { timeOf } from '../workbench/format.js';

/** Beyond this the preview says that there is more. */
const longestShown = 20_000;

/** A saved query at the side of the list: its text, and what else it leads to. */
export function QueryPreview({ query, onClose }: { query: QueryListItem; onClose(): void }) {
  const { id, name, tags, updatedByUser, updatedAt } = query;
  const navigate = useNavigate();
  const saved = useQuery(reads.savedQuery(id));
  const text = saved.data?.query.queryText ?? query.preview;
  return (
    <aside className="side-pane" aria-label={`Preview of ${name}`}>
      <Stack gap="xs" p="sm" h="100%">
        <Group wrap="nowrap">
          <Text component="h2" fw={600} m={0} className="grow">
            {name}
          </Text>
          <ActionIcon aria-label="Close the preview" onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </Group>
        <Text size="xs" c="dimmed">
          Changed by {updatedByUser?.name ?? updatedByUser?.email ?? 'somebody'},{' '}
          {timeOf(updatedAt)}
        </Text>
        <Group gap={4}>
          {tags.map((tag) => (
            <Badge key={tag} variant="light" tt="none">
              {tag}
            </Badge>
          ))}
        </Group>
        <Group gap="xs">
          <Button
            onClick={() => void navigate({ to: '/queries/$queryId', params: { queryId: id } })}
          >
            Open in the editor
          </Button>
          <Anchor component={Link} to={`/query-table/${id}` as never} size="sm">
            Last table
          </Anchor>
          <Anchor component={Link} to={`/query-chart/${id}` as never} size="sm">
            Last chart
          </Anchor>
        </Group>
        <Code block className="grow" style={{ overflow: 'auto' }} tabIndex={0}>
          {text.slice(0, longestShown)}
          {text.length > longestShown && '\n…'}
        </Code>
      </Stack>
    </aside>
  );
}
