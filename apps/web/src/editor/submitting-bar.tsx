import { Badge, Button, Loader } from '@mantine/core';

/** Shows that a run is not submitted yet because the service is unreachable. */
export function SubmittingBar({ onAbort }: { onAbort(): void }) {
  return (
    <div className="bar" role="status">
      <Loader size={14} />
      <Badge color="orange" variant="light" tt="none">
        Service unreachable. Retrying to start the run …
      </Badge>
      <Button variant="default" onClick={onAbort}>
        Stop retrying
      </Button>
    </div>
  );
}
