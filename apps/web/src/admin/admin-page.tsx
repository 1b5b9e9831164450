import './admin.css';
import { Alert } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCurrentUser } from '../http/reads.js';
import { usePageTitle } from '../ui/page-title.js';
import { AccessSection } from './access-section.js';
import { AuditSection } from './audit-section.js';
import { ConnectionsSection } from './connections-section.js';
import { ServiceTokensSection } from './service-tokens-section.js';
import { UsersSection } from './users-section.js';
import { WorkersSection } from './workers-section.js';

const route = getRouteApi('/signed-in/admin/$section');

const sections = [
  { id: 'connections', label: 'Connections', Page: ConnectionsSection },
  { id: 'access', label: 'Access', Page: AccessSection },
  { id: 'users', label: 'Users', Page: UsersSection },
  { id: 'service-tokens', label: 'Service tokens', Page: ServiceTokensSection },
  { id: 'workers', label: 'Workers and queue', Page: WorkersSection },
  { id: 'audit', label: 'Audit log', Page: AuditSection },
];

/** The pages for admins. */
export function AdminPage() {
  const { section } = route.useParams();
  const { role } = useCurrentUser();
  const found = sections.find(({ id }) => id === section);
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
        {sections.map(({ id, label }) => (
          <Link key={id} to="/admin/$section" params={{ section: id }}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="page grow">
        {found === undefined ? <Alert color="red" title="Page not found" /> : <found.Page />}
      </div>
    </div>
  );
}
