import { useQuery } from '@tanstack/react-query';
import { tokenReads } from '../tokens/reads.js';
import { TokenTable } from '../tokens/token-table.js';
import { Section } from './section.js';

/** Lists and deletes the personal tokens of all users. */
export function PersonalTokensSection() {
  const tokens = useQuery(tokenReads.all);
  return (
    <Section
      title="Personal tokens"
      about="Programs use them to act as a user. Users create them in their profile."
      read={tokens}
    >
      {(rows) => <TokenTable rows={rows} hasUsers />}
    </Section>
  );
}
