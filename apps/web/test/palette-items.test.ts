import t from 'tap';
import { matchingGroups, type PaletteItem } from '../src/shell/palette/palette-items.js';

const item = (label: string, detail?: string): PaletteItem => ({
  id: label,
  label,
  ...(detail !== undefined && { detail }),
  icon: 'search',
  run: () => undefined,
});
const groups = [
  { label: 'Pages', items: [item('History'), item('Users', 'Admin'), item('Audit log', 'Admin')] },
  { label: 'Actions', items: [item('New query')] },
];
const found = (search: string, limit = 8) =>
  matchingGroups(groups, search, limit).map(({ label, items }) => [
    label,
    ...items.map((each) => each.label),
  ]);

t.test('entries contain all words of the search, in label or detail', async (t) => {
  t.same(found('admin us'), [['Pages', 'Users']]);
  t.same(found(' NEW '), [['Actions', 'New query']]);
  t.same(found('nothing'), []);
});

t.test('an empty search lists the start of each group', async (t) => {
  t.same(found('', 2), [
    ['Pages', 'History', 'Users'],
    ['Actions', 'New query'],
  ]);
});
