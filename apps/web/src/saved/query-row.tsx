import { ActionIcon, Anchor, Badge, Text, Tooltip, UnstyledButton } from '@mantine/core';
import type { QueryListItem } from '@sluice/contracts';
import { Link } from '@tanstack/react-router';
import { Icon } from '../app/icon.js';
import { timeOf } from '../workbench/format.js';

interface QueryRowProps {
  query: QueryListItem;
  isPreviewed: boolean;
  onPreview(): void;
  onDelete(): void;
  onTag(tag: string): void;
}

const mostTags = 3;

/** A saved query in the list. */
export function QueryRow({ query, isPreviewed, onPreview, onDelete, onTag }: QueryRowProps) {
  const { id, name, connection, tags, preview, createdByUser, updatedAt, canDelete } = query;
  return (
    <>
      <div className="grow">
        <Anchor
          component={Link}
          to={`/queries/${encodeURIComponent(id)}` as never}
          fw={600}
          size="sm"
          className="ellipsis"
          display="block"
        >
          {name}
        </Anchor>
        <Text size="xs" c="dimmed" className="mono ellipsis">
          {preview.trim().replaceAll(/\s+/g, ' ').slice(0, 160) || 'Empty'}
        </Text>
      </div>
      {tags.slice(0, mostTags).map((tag) => (
        <Tooltip key={tag} label={`Only those tagged ${tag}`}>
          <UnstyledButton onClick={() => onTag(tag)} aria-label={`Only those tagged ${tag}`}>
            <Badge variant="light" tt="none" maw={120} style={{ cursor: 'pointer' }}>
              {tag}
            </Badge>
          </UnstyledButton>
        </Tooltip>
      ))}
      {tags.length > mostTags && <Text size="xs">+{tags.length - mostTags}</Text>}
      <Text size="xs" w={130} className="ellipsis" title={connection?.driver}>
        {connection?.name ?? 'No connection'}
      </Text>
      <div style={{ width: 190 }}>
        <Text size="xs" className="ellipsis">
          {createdByUser?.name ?? createdByUser?.email ?? 'Owner deleted'}
        </Text>
        <Text size="xs" c="dimmed" className="ellipsis">
          {timeOf(updatedAt)}
        </Text>
      </div>
      <ActionIcon aria-label={`Preview ${name}`} aria-pressed={isPreviewed} onClick={onPreview}>
        <Icon name="view" />
      </ActionIcon>
      <ActionIcon
        aria-label={`Delete ${name}`}
        disabled={!canDelete}
        title={canDelete ? undefined : 'Only its owner and admins delete it'}
        onClick={onDelete}
      >
        <Icon name="trash" />
      </ActionIcon>
    </>
  );
}
