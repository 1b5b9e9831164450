/** Values below this depth are folded at first. */
const OPEN_DEPTH = 1;
/** Longer lists and objects are folded at first. */
const MAX_OPEN_MEMBERS = 50;

/** A JSON value with foldable lists and objects. */
export function JsonTree({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (value === null || typeof value !== 'object') {
    const kind = value === null ? 'null' : typeof value;
    return <span data-json={kind}>{JSON.stringify(value)}</span>;
  }
  const members: [string, unknown][] = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return <span>{open + close}</span>;
  return (
    <details className="json" open={depth <= OPEN_DEPTH && members.length <= MAX_OPEN_MEMBERS}>
      <summary>
        {open} <span className="json-count">{members.length}</span> {close}
      </summary>
      <ul>
        {members.map(([name, member]) => (
          <li key={name}>
            <span className="json-name">{name}</span>: <JsonTree value={member} depth={depth + 1} />
          </li>
        ))}
      </ul>
    </details>
  );
}
