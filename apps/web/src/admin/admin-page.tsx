import './admin.css';
import { Alert } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../http/reads.js';
import { usePageTitle } from '../ui/page-title.js';
import { adminSections, type AdminSection } from './admin-sections.js';
import { AccessSection } from './access-section.js';
import { AuditSection } from './audit-section.js';
import { ConnectionsSection } from './connections-section.js';
import { PersonalTokensSection } from './personal-tokens-section.js';
import { ServiceTokensSection } from './service-tokens-section.js';
import { UsersSection } from './users-section.js';
import { WorkersSection } from './workers-section.js';

const route = getRouteApi('/signed-in/admin/$section');

const pages: Record<AdminSection, () => ReactNode> = {
  connections: ConnectionsSection,
  access: AccessSection,
  users: UsersSection,
  'personal-tokens': PersonalTokensSection,
  'service-tokens': ServiceTokensSection,
  workers: WorkersSection,
  audit: AuditSection,
};

/** The pages for admins. */
export function AdminPage() {
  const { section } = route.useParams();
  const { role } = useCurrentUser();
  const found = adminSections.find(({ id }) => id === section);
  const Page = found && pages[found.id];
  usePageTitle(found === undefined ? 'Admin' : `${found.label}, Admin`);
  if (role !== 'admin') {
    return (
      <div className="page">
        <Alert color="orange" title="Only admins can open this page" />
      </div>
    );
  }
  return (
    <div className="admin fill">
      <nav aria-label="Admin" className="admin-nav">
        {adminSections.map(({ id, label }) => (
          <Link key={id} to="/admin/$section" params={{ section: id }}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="page grow">
        {Page === undefined ? <Alert color="red" title="Page not found" /> : <Page />}
      </div>
    </div>
  );
}
