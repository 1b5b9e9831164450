import { Menu } from '@mantine/core';
import { reopenTab, togglePinnedTab, useTabs, type Tab } from '../tabs/tabs.js';
import { keyNames } from '../ui/key-names.js';

/** A tab with a menu, and where the menu opens, in pixels of the window. */
export interface TabMenuPlace {
  tabId: string;
  left: number;
  top: number;
}

interface TabMenuProps {
  at: TabMenuPlace;
  onRename(tabId: string): void;
  onCloseTabs(tabs: Tab[]): void;
  onClose(): void;
}

/** The actions of a tab. */
export default function TabMenu({ at, onRename, onCloseTabs, onClose }: TabMenuProps) {
  const { tabs } = useTabs();
  const index = tabs.findIndex(({ id }) => id === at.tabId);
  const tab = tabs[index];
  if (tab === undefined) return null;
  // Pinned tabs stay.
  const closable = tabs.filter(({ isPinned }) => !isPinned);
  const others = closable.filter((each) => each !== tab);
  const right = closable.filter((each) => tabs.indexOf(each) > index);
  const { alt } = keyNames();
  return (
    <Menu opened onClose={onClose} withinPortal position="bottom-start" offset={0}>
      <Menu.Target>
        <button
          type="button"
          className="tab-menu-place"
          tabIndex={-1}
          aria-label="Menu of the tab"
          style={{ left: at.left, top: at.top }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {tab.queryId === null && <Menu.Item onClick={() => onRename(tab.id)}>Rename</Menu.Item>}
        <Menu.Item onClick={() => togglePinnedTab(tab.id)}>
          {tab.isPinned ? 'Unpin' : 'Pin'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => onCloseTabs([tab])}>Close</Menu.Item>
        <Menu.Item disabled={others.length === 0} onClick={() => onCloseTabs(others)}>
          Close others
        </Menu.Item>
        <Menu.Item disabled={right.length === 0} onClick={() => onCloseTabs(right)}>
          Close to the right
        </Menu.Item>
        <Menu.Item rightSection={`Shift+${alt}+T`} onClick={reopenTab}>
          Reopen closed tab
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
