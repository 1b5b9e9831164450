import { Badge, Button, Loader } from '@mantine/core';

/** Says that a run has not been taken yet, since the service is away. */
export function SendingBar({ onStop }: { onStop(): void }) {
  return (
    <div className="bar" role="status">
      <Loader size={14} />
      <Badge color="orange" variant="light" tt="none">
        No connection to the service; the run is sent again until it is back …
      </Badge>
      <Button variant="default" onClick={onStop}>
        Give up
      </Button>
    </div>
  );
}
