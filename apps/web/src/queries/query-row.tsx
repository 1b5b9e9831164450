import './query-row.css';
import { ActionIcon, Badge, Tooltip, UnstyledButton } from '@mantine/core';
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
      <div className="grow row-main">
        <AnchorLink
          to="/queries/$queryId"
          params={{ queryId: id }}
          underline="hover"
          className="ellipsis row-title"
        >
          {name}
        </AnchorLink>
        <span className="row-note mono ellipsis">
          {preview.trim().replaceAll(/\s+/g, ' ').slice(0, 160) || 'Empty'}
        </span>
      </div>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <TagButton key={tag} tag={tag} onClick={() => onTag(tag)} />
      ))}
      {tags.length > MAX_TAGS && <span>+{tags.length - MAX_TAGS}</span>}
      <span className="query-connection ellipsis" title={connection?.driver}>
        {connection?.name ?? 'No connection'}
      </span>
      <div className="query-author">
        <span className="ellipsis">
          {createdByUser?.name ?? createdByUser?.email ?? 'Deleted user'}
        </span>
        <span className="row-note ellipsis">{formatTime(updatedAt)}</span>
      </div>
      <ActionIcon
        className="row-end"
        aria-label={`Preview ${name}`}
        aria-pressed={isPreviewed}
        onClick={onPreview}
      >
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
