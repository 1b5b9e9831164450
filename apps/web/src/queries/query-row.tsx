import { ActionIcon, Badge, Text, Tooltip, UnstyledButton } from '@mantine/core';
import type { QueryListItem } from '@sluice/contracts';
import { formatTime } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { AnchorLink } from '../ui/links.js';

interface QueryRowProps {
  query: QueryListItem;
  isPreviewed: boolean;
  onPreview(): void;
  onDelete(): void;
  onTag(tag: string): void;
}

const MAX_TAGS = 3;

/** A saved query in the list. */
export function QueryRow({ query, isPreviewed, onPreview, onDelete, onTag }: QueryRowProps) {
  const { id, name, connection, tags, preview, createdByUser, updatedAt, canDelete } = query;
  return (
    <>
      <div className="grow">
        <AnchorLink
          to="/queries/$queryId"
          params={{ queryId: id }}
          fw={600}
          size="sm"
          className="ellipsis"
          display="block"
        >
          {name}
        </AnchorLink>
        <Text size="xs" c="dimmed" className="mono ellipsis">
          {preview.trim().replaceAll(/\s+/g, ' ').slice(0, 160) || 'Empty'}
        </Text>
      </div>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <TagButton key={tag} tag={tag} onClick={() => onTag(tag)} />
      ))}
      {tags.length > MAX_TAGS && <Text size="xs">+{tags.length - MAX_TAGS}</Text>}
      <Text size="xs" w={130} className="ellipsis" title={connection?.driver}>
        {connection?.name ?? 'No connection'}
      </Text>
      <div style={{ width: 190 }}>
        <Text size="xs" className="ellipsis">
          {createdByUser?.name ?? createdByUser?.email ?? 'Deleted user'}
        </Text>
        <Text size="xs" c="dimmed" className="ellipsis">
          {formatTime(updatedAt)}
        </Text>
      </div>
      <ActionIcon aria-label={`Preview ${name}`} aria-pressed={isPreviewed} onClick={onPreview}>
        <Icon name="view" />
      </ActionIcon>
      <ActionIcon
        aria-label={`Delete ${name}`}
        disabled={!canDelete}
        title={canDelete ? undefined : 'Only the owner and admins can delete this query'}
        onClick={onDelete}
      >
        <Icon name="trash" />
      </ActionIcon>
    </>
  );
}

function TagButton({ tag, onClick }: { tag: string; onClick(): void }) {
  const label = `Filter by tag ${tag}`;
  return (
    <Tooltip label={label}>
      <UnstyledButton onClick={onClick} aria-label={label}>
        <Badge variant="light" tt="none" maw={120} style={{ cursor: 'pointer' }}>
          {tag}
        </Badge>
      </UnstyledButton>
    </Tooltip>
  );
}
