import './environment-badge.css';
import type { Connection } from '@sluice/contracts';

interface EnvironmentBadgeProps {
  connection: Pick<Connection, 'environment' | 'environmentColor'> | undefined;
  /** Shows the colour as a dot; the label is its tooltip. */
  isDot?: boolean;
}

/** The environment label of a connection; nothing without a label. */
export function EnvironmentBadge({ connection, isDot = false }: EnvironmentBadgeProps) {
  if (connection === undefined || connection.environment === '') return null;
  const { environment, environmentColor } = connection;
  return (
    <span
      className="environment"
      data-color={environmentColor}
      data-dot={isDot ? '' : undefined}
      title={environment}
    >
      {environment}
    </span>
  );
}
