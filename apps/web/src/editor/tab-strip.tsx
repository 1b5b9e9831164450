import './tab-strip.css';
import { ActionIcon, Tooltip } from '@mantine/core';
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

/** The tabs of open queries. */
export function TabStrip() {
  const { tabs, activeId } = useTabs();
  const close = ({ id }: Tab): void => {
    // The rendered tab may lack text that was typed a moment ago.
    const tab = currentTabs().tabs.find((each) => each.id === id);
    if (tab === undefined) return;
    const isLost = isUnsaved(tab) && tab.text.trim() !== '';
    if (isLost && !window.confirm('This query has unsaved changes. Close it anyway?')) return;
    closeTab(tab.id);
  };
  return (
    <div className="tab-strip">
      <nav aria-label="Open queries">
        {tabs.map((tab) => (
          <div key={tab.id} className="tab" data-active={tab.id === activeId ? '' : undefined}>
            <button
              type="button"
              aria-current={tab.id === activeId ? 'page' : undefined}
              className="tab-title ellipsis"
              onClick={() => activateTab(tab.id)}
              onAuxClick={(event) => {
                if (event.button === 1) close(tab);
              }}
            >
              {titleOf(tab)}
              {isUnsaved(tab) ? ' •' : ''}
            </button>
            <ActionIcon size="xs" aria-label={`Close ${titleOf(tab)}`} onClick={() => close(tab)}>
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
