import { ActionIcon } from '@mantine/core';
import type { ComponentProps, RefObject } from 'react';
import { activateTab, isUnsaved, moveTab, titleOf, type Tab } from '../tabs/tabs.js';
import { EnvironmentBadge } from '../ui/environment-badge.js';
import { Icon } from '../ui/icon.js';

/** The type of a dragged tab. */
const DRAGGED = 'application/x-sluice-tab';

interface TabItemProps {
  tab: Tab;
  ref: RefObject<HTMLDivElement | null> | undefined;
  isActive: boolean;
  connection: ComponentProps<typeof EnvironmentBadge>['connection'];
  onClose(): void;
  onRename(): void;
  onMenu(left: number, top: number): void;
}

/** A tab: a click activates it, a double-click renames it, dragging moves it. */
export function TabItem({
  tab,
  ref,
  isActive,
  connection,
  onClose,
  onRename,
  onMenu,
}: TabItemProps) {
  const title = titleOf(tab);
  return (
    <div
      ref={ref}
      className="tab"
      data-active={isActive ? '' : undefined}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, tab.id)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => moveTab(event.dataTransfer.getData(DRAGGED), tab.id)}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.clientX, event.clientY);
      }}
    >
      <button
        type="button"
        aria-current={isActive ? 'page' : undefined}
        className="tab-title"
        onClick={() => activateTab(tab.id)}
        onDoubleClick={onRename}
        onAuxClick={(event) => {
          if (event.button === 1 && !tab.isPinned) onClose();
        }}
      >
        <EnvironmentBadge isDot connection={connection} />
        {/* The mark is outside the text that is cut off. */}
        <span className="ellipsis">{title}</span>
        {isUnsaved(tab) && <span> •</span>}
      </button>
      {tab.isPinned ? (
        <span role="img" aria-label="Pinned">
          <Icon name="pin" size={11} />
        </span>
      ) : (
        <ActionIcon size="xs" aria-label={`Close ${title}`} onClick={onClose}>
          <Icon name="close" size={11} />
        </ActionIcon>
      )}
    </div>
  );
}
