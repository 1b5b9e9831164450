import { useState } from 'react';
import { formatCount } from '../ui/format.js';

/** Values below this depth are folded at first. */
const OPEN_DEPTH = 1;
/** Longer lists and objects are folded at first. */
const MAX_OPEN_MEMBERS = 50;
/** A page with more members would be slow. */
const MAX_MEMBERS = 500;

interface JsonTreeProps {
  value: unknown;
  depth?: number;
}

/** A JSON value with foldable lists and objects. Folded members are not rendered, however deep or many they are. */
export function JsonTree({ value, depth = 0 }: JsonTreeProps) {
  if (value === null || typeof value !== 'object') {
    const kind = value === null ? 'null' : typeof value;
    return <span data-json={kind}>{JSON.stringify(value)}</span>;
  }
  const members: [string, unknown][] = Object.entries(value);
  const brackets = Array.isArray(value) ? '[]' : '{}';
  if (members.length === 0) return <span>{brackets}</span>;
  return <Members members={members} brackets={brackets} depth={depth} />;
}

interface MembersProps {
  members: [string, unknown][];
  brackets: string;
  depth: number;
}

function Members({ members, brackets, depth }: MembersProps) {
  const [isOpen, setOpen] = useState(depth <= OPEN_DEPTH && members.length <= MAX_OPEN_MEMBERS);
  return (
    <details
      className="json"
      open={isOpen}
      onToggle={(event) => {
        // The event of an inner value arrives here, too.
        event.stopPropagation();
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        {brackets[0]} <span className="json-count">{formatCount(members.length)}</span>{' '}
        {brackets[1]}
      </summary>
      {isOpen && (
        <ul>
          {members.slice(0, MAX_MEMBERS).map(([name, member]) => (
            <li key={name}>
              <span className="json-name">{name}</span>:{' '}
              <JsonTree value={member} depth={depth + 1} />
            </li>
          ))}
          {members.length > MAX_MEMBERS && (
            <li className="json-count">{formatCount(members.length - MAX_MEMBERS)} more</li>
          )}
        </ul>
      )}
    </details>
  );
}
