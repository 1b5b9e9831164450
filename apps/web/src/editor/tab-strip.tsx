import './tab-strip.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useConnections } from '../http/reads.js';
import { askConfirmation } from '../ui/confirm.js';
import { EnvironmentBadge } from '../ui/environment-badge.js';
import { Icon } from '../ui/icon.js';
import { DraftMenu } from './draft-menu.js';
import { keyNames } from '../ui/key-names.js';
import {
  activateTab,
  closeTab,
  currentTabs,
  isUnsaved,
  openTab,
  titleOf,
  useTabs,
  type Tab,
} from '../tabs/tabs.js';

const unsavedQuestion = (title: string) => ({
  title: 'Close without saving?',
  text: `“${title}” has unsaved changes.`,
  action: 'Close without saving',
});

/** The tabs of open queries. */
export function TabStrip() {
  const { tabs, activeId } = useTabs();
  const connections = useConnections().data;
  const activeTab = useRef<HTMLDivElement>(null);
  useEffect(() => {
    activeTab.current?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const close = async ({ id }: Tab): Promise<void> => {
    // The rendered tab may lack text that was typed a moment ago.
    const tab = currentTabs().tabs.find((each) => each.id === id);
    if (tab === undefined) return;
    const isLost = isUnsaved(tab) && tab.text.trim() !== '';
    if (isLost && !(await askConfirmation(unsavedQuestion(titleOf(tab))))) return;
    closeTab(tab.id);
  };
  return (
    <div className="tab-strip">
      <nav aria-label="Open queries">
        {tabs.map((tab) => (
          <div
            key={tab.id}
            ref={tab.id === activeId ? activeTab : undefined}
            className="tab"
            data-active={tab.id === activeId ? '' : undefined}
          >
            <button
              type="button"
              aria-current={tab.id === activeId ? 'page' : undefined}
              className="tab-title"
              onClick={() => activateTab(tab.id)}
              onAuxClick={(event) => {
                if (event.button === 1) void close(tab);
              }}
            >
              <EnvironmentBadge
                isDot
                connection={connections?.find(({ id }) => id === tab.connectionId)}
              />
              {/* The mark is outside the text that is cut off. */}
              <span className="ellipsis">{titleOf(tab)}</span>
              {isUnsaved(tab) && <span> •</span>}
            </button>
            <ActionIcon
              size="xs"
              aria-label={`Close ${titleOf(tab)}`}
              onClick={() => void close(tab)}
            >
              <Icon name="close" size={11} />
            </ActionIcon>
          </div>
        ))}
      </nav>
      <Tooltip label={`New tab (${keyNames().alt}+T)`}>
        <ActionIcon aria-label="New tab" onClick={() => openTab()}>
          <Icon name="plus" />
        </ActionIcon>
      </Tooltip>
      <DraftMenu />
    </div>
  );
}
