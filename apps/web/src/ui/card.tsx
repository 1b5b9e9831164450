import './card.css';
import type { ReactNode } from 'react';
import { mountPath } from '../http/client.js';
import { usePageTitle } from './page-title.js';

/** The frame of a page with one form, for people without an account or session. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main className="card-page">
      <div className="card">
        <img src={`${mountPath}/favicon.svg`} alt="Sluice" width={36} height={36} />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
