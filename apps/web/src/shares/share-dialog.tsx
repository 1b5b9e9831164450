import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../http/reads.js';
import { FormDialog } from '../ui/form-dialog.js';
import { emptyShareForm, PeopleShares } from './people-shares.js';
import { emptyLinkForm, PublicLinks } from './public-links.js';
import type { SharedRun } from './run-rights.js';

interface ShareDialogProps {
  run: SharedRun;
  onClose(): void;
}

/** Shares a run with people and, if the service allows it, by public links. */
export default function ShareDialog({ run, onClose }: ShareDialogProps) {
  const { config } = useApp();
  const [share, setShare] = useState(emptyShareForm);
  const [link, setLink] = useState(emptyLinkForm);
  const people = <PeopleShares run={run} form={share} onChange={setShare} onClose={onClose} />;
  return (
    <FormDialog values={[share, link]} onClose={onClose} size="lg" title="Share run">
      {config.allowPublicLinks ? (
        <Tabs defaultValue="people">
          <Tabs.List mb="md">
            <Tabs.Tab value="people">People</Tabs.Tab>
            <Tabs.Tab value="links">Public links</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="people">{people}</Tabs.Panel>
          <Tabs.Panel value="links">
            <PublicLinks batchId={run.id} form={link} onChange={setLink} onClose={onClose} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        people
      )}
    </FormDialog>
  );
}
