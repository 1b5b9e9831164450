import IconActivity from '@tabler/icons-react/icons/IconActivity';
import IconAlignLeft from '@tabler/icons-react/icons/IconAlignLeft';
import IconBell from '@tabler/icons-react/icons/IconBell';
import IconBellRinging from '@tabler/icons-react/icons/IconBellRinging';
import IconChartBar from '@tabler/icons-react/icons/IconChartBar';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import IconCopy from '@tabler/icons-react/icons/IconCopy';
import IconDeviceFloppy from '@tabler/icons-react/icons/IconDeviceFloppy';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconEye from '@tabler/icons-react/icons/IconEye';
import IconFileCode from '@tabler/icons-react/icons/IconFileCode';
import IconFilter from '@tabler/icons-react/icons/IconFilter';
import IconHelp from '@tabler/icons-react/icons/IconHelp';
import IconHistory from '@tabler/icons-react/icons/IconHistory';
import IconLink from '@tabler/icons-react/icons/IconLink';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import IconPin from '@tabler/icons-react/icons/IconPin';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import IconPlayerStop from '@tabler/icons-react/icons/IconPlayerStop';
import IconPlug from '@tabler/icons-react/icons/IconPlug';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconRefresh from '@tabler/icons-react/icons/IconRefresh';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import IconSettings from '@tabler/icons-react/icons/IconSettings';
import IconShare from '@tabler/icons-react/icons/IconShare';
import IconTable from '@tabler/icons-react/icons/IconTable';
import IconTerminal2 from '@tabler/icons-react/icons/IconTerminal2';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import IconUser from '@tabler/icons-react/icons/IconUser';
import IconX from '@tabler/icons-react/icons/IconX';

const icons = {
  user: IconUser,
  play: IconPlayerPlay,
  stop: IconPlayerStop,
  plus: IconPlus,
  close: IconX,
  save: IconDeviceFloppy,
  refresh: IconRefresh,
  copy: IconCopy,
  view: IconEye,
  download: IconDownload,
  chart: IconChartBar,
  help: IconHelp,
  plug: IconPlug,
  format: IconAlignLeft,
  filter: IconFilter,
  trash: IconTrash,
  search: IconSearch,
  settings: IconSettings,
  history: IconHistory,
  editor: IconTerminal2,
  queries: IconFileCode,
  table: IconTable,
  more: IconDots,
  down: IconChevronDown,
  runs: IconActivity,
  notify: IconBell,
  notified: IconBellRinging,
  link: IconLink,
  pin: IconPin,
  rename: IconPencil,
  share: IconShare,
} as const;

/** The name of an icon. */
export type IconName = keyof typeof icons;

/** A decorative icon; the control that contains it has the accessible name. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const Shape = icons[name];
  return <Shape size={size} stroke={1.75} aria-hidden="true" />;
}
