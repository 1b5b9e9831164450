import './tab-strip.css';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useConnections } from '../http/reads.js';
import { askConfirmation } from '../ui/confirm.js';
import { Icon } from '../ui/icon.js';
import { DraftMenu } from './draft-menu.js';
import { TabItem } from './tab-item.js';
import type { TabMenuPlace } from './tab-menu.js';
import { keyNames } from '../ui/key-names.js';
import { lazyPart } from '../ui/lazy-part.js';
import { NameInput } from '../ui/name-input.js';
import {
  activateTab,
  closeTab,
  currentTabs,
  isUnsaved,
  openTab,
  titleOf,
  updateTab,
  useTabs,
  type Tab,
} from '../tabs/tabs.js';

const TabMenu = lazyPart(() => import('./tab-menu.js'));

const MAX_NAME_LENGTH = 255;
/** More tabs may not fit into the strip. */
const MANY_TABS = 5;

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
  const [renamed, setRenamed] = useState<string | null>(null);
  const [menu, setMenu] = useState<TabMenuPlace | null>(null);
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
  const closeAll = async (closed: readonly Tab[]): Promise<void> => {
    for (const tab of closed) await close(tab);
  };
  return (
    <div className="tab-strip">
      <nav aria-label="Open queries">
        {tabs.map((tab) =>
          renamed === tab.id ? (
            <NameInput
              key={tab.id}
              label="Name of the tab"
              name={titleOf(tab)}
              maxLength={MAX_NAME_LENGTH}
              onDone={(name) => {
                // An unchanged title still follows the text.
                const isNew = name !== null && name.trim() !== titleOf(tab);
                if (isNew) updateTab(tab.id, { name: name.trim() });
                setRenamed(null);
              }}
            />
          ) : (
            <TabItem
              key={tab.id}
              tab={tab}
              ref={tab.id === activeId ? activeTab : undefined}
              isActive={tab.id === activeId}
              connection={connections?.find(({ id }) => id === tab.connectionId)}
              onClose={() => void close(tab)}
              onRename={() => tab.queryId === null && setRenamed(tab.id)}
              onMenu={(left, top) => setMenu({ tabId: tab.id, left, top })}
            />
          ),
        )}
      </nav>
      <Tooltip label={`New tab (${keyNames().alt}+T)`}>
        <ActionIcon aria-label="New tab" onClick={() => openTab()}>
          <Icon name="plus" />
        </ActionIcon>
      </Tooltip>
      {tabs.length > MANY_TABS && <TabList tabs={tabs} activeId={activeId} />}
      <DraftMenu />
      {menu !== null && (
        <Suspense>
          <TabMenu
            at={menu}
            onRename={setRenamed}
            onCloseTabs={(closed) => void closeAll(closed)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A menu of all tabs, for those that are out of view. */
const TabList = ({ tabs, activeId }: { tabs: Tab[]; activeId: string }) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <ActionIcon aria-label="All tabs" title="All tabs">
        <Icon name="down" />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
      {tabs.map((tab) => (
        <Menu.Item
          key={tab.id}
          aria-current={tab.id === activeId ? 'page' : undefined}
          onClick={() => activateTab(tab.id)}
        >
          {titleOf(tab)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
